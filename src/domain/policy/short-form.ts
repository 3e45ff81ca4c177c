import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { pointerParts } from "../json-pointer.ts";
import type { ArgumentConditions, Condition } from "./policy.ts";

/**
 * Conditions by pointer as an expression: all of them hold, and what is absent meets none but
 * `exists: false`. `true` if there are none.
 */
export function expressionOf(conditions: ArgumentConditions): string {
  const terms = Object.entries(conditions).flatMap(([pointer, one]) => termsOf(pointer, one));
  return terms.length === 0 ? "true" : terms.join(" && ");
}

/** A valid policy with the short form of its rules written out, to be read by people. */
export function expandedSource(source: JsonObject): JsonObject {
  const { rules } = source;
  if (!Array.isArray(rules)) return source;
  return {
    ...source,
    rules: rules.map((rule) => (isJsonObject(rule) ? expandedRule(rule) : rule)),
  };
}

function expandedRule(rule: JsonObject): JsonObject {
  const { args, when, ...others } = rule;
  if (args === undefined) return rule;
  const short = expressionOf(args as unknown as ArgumentConditions);
  return { ...others, when: typeof when === "string" ? `(${when.trim()}) && ${short}` : short };
}

function termsOf(pointer: string, condition: Condition): readonly string[] {
  const { present, value } = placeOf(pointer);
  const { equals, in: values, matches, over, under, exists } = condition;
  const terms: string[] = [];
  if (equals !== undefined) terms.push(`${value} == ${literal(equals)}`);
  if (values !== undefined) terms.push(`${value} in [${values.map(literal).join(", ")}]`);
  if (matches !== undefined) terms.push(`glob(${value}, ${literal(matches)})`);
  if (over !== undefined) terms.push(`${value} > ${literal(over)}`);
  if (under !== undefined) terms.push(`${value} < ${literal(under)}`);
  if (exists !== false) return [...(present === undefined ? [] : [present]), ...terms];
  // What would have to be absent and to have a value matches nothing.
  return present === undefined || terms.length > 0 ? ["false"] : [`!${present}`];
}

/** How an expression asks whether a place is there, and for what stands there. */
function placeOf(pointer: string): { readonly present?: string; readonly value: string } {
  const parts = pointerParts(pointer);
  const [first = ""] = parts;
  if (parts.length === 0) return { value: "args" };
  if (parts.length === 1 && isPlain(first)) {
    return { present: `has(args.${first})`, value: `args.${first}` };
  }
  const written = literal(pointer);
  return { present: `is_at(args, ${written})`, value: `at(args, ${written})` };
}

/** Words of CEL that are no names of fields. */
const RESERVED: ReadonlySet<string> = new Set(
  "as break const continue else false for function if import in let loop null package namespace return true var void while".split(
    " ",
  ),
);

function isPlain(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !RESERVED.has(name);
}

/** A JSON value as CEL writes it. Beyond 2^53 a number is a double, as JSON reads it. */
function literal(value: Json): string {
  if (typeof value === "number") {
    const isInt = Number.isSafeInteger(value) || !/^-?\d+$/.test(String(value));
    return isInt ? String(value) : `${value}.0`;
  }
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (!isJsonObject(value)) return typeof value === "string" ? quoted(value) : String(value);
  const entries = Object.entries(value).map(([key, one]) => `${quoted(key)}: ${literal(one)}`);
  return `{${entries.join(", ")}}`;
}

/** JSON escapes a character outside the basic plane by two, which CEL refuses. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\u{10ffff}]/gu,
    (one) => `\\U${(one.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`,
  );
}
