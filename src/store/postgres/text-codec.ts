/*
 * PostgreSQL cannot store NUL or half a surrogate pair in a text; SQLite and the domain can. Such a text
 * is stored as JSON after a mark. A text that begins with the mark is too, so that every text comes
 * back unchanged.
 */
const MARK = "\u0001json:";

export function encodeText(text: string): string {
  const isHeldAsIs = !text.startsWith(MARK) && !text.includes("\0") && text.isWellFormed();
  return isHeldAsIs ? text : `${MARK}${JSON.stringify(text)}`;
}

export function decodeText(stored: string): string {
  return stored.startsWith(MARK) ? (JSON.parse(stored.slice(MARK.length)) as string) : stored;
}
