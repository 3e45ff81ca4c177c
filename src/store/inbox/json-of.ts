/**
 * A column of JSON text, to look into. PostgreSQL refuses every look into JSON that names a NUL or
 * half a surrogate pair anywhere, and an agent can write those: a line end stands in their place, which
 * is JSON as well where the backslash was itself escaped.
 */
export function jsonOf(column: string): string {
  const whole = `regexp_replace(${column}, '\\\\u(0000|d[89a-f][0-9a-f]{2})', '\\\\n', 'g')`;
  return `(case when strpos(${column}, '\\u') > 0 then ${whole} else ${column} end)::json`;
}
