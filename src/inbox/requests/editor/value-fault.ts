import type { Json, JsonObject } from "../../../domain/json.ts";
import { isJsonObject, isSameJson } from "../../../domain/json-equal.ts";

/*
 * What is wrong with a value under the plain keywords of its schema, so that it shows while typing.
 * The server checks the whole schema again; unknown keywords are left to it.
 */

type Check = (value: Json, bound: Json) => string | undefined;

const CHECKS: Readonly<Record<string, Check>> = {
  type: (value, type) =>
    typeof type !== "string" || isOfType(value, type)
      ? undefined
      : `This has to be ${typeWords(type)}.`,
  enum: (value, list) =>
    !Array.isArray(list) || list.some((one) => isSameJson(one, value))
      ? undefined
      : `This has to be one of ${list.map((one) => JSON.stringify(one)).join(", ")}.`,
  const: (value, only) =>
    isSameJson(value, only) ? undefined : `This has to be ${JSON.stringify(only)}.`,
  minimum: numbers((value, bound) => (value < bound ? `At least ${bound}.` : undefined)),
  maximum: numbers((value, bound) => (value > bound ? `At most ${bound}.` : undefined)),
  exclusiveMinimum: numbers((value, bound) => (value <= bound ? `More than ${bound}.` : undefined)),
  exclusiveMaximum: numbers((value, bound) => (value >= bound ? `Less than ${bound}.` : undefined)),
  minLength: texts((chars, bound) => (chars < bound ? `At least ${bound} characters.` : undefined)),
  maxLength: texts((chars, bound) => (chars > bound ? `At most ${bound} characters.` : undefined)),
  minItems: lists((items, bound) => (items < bound ? `At least ${bound} items.` : undefined)),
  maxItems: lists((items, bound) => (items > bound ? `At most ${bound} items.` : undefined)),
};

export function valueFault(schema: JsonObject, value: Json): string | undefined {
  for (const [keyword, bound] of Object.entries(schema)) {
    const check = Object.hasOwn(CHECKS, keyword) ? CHECKS[keyword] : undefined;
    const fault = check?.(value, bound);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function isOfType(value: Json, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isJsonObject(value);
  if (type === "null") return value === null;
  return typeof value === type;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  integer: "a whole number",
  number: "a number",
  string: "text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function typeWords(type: string): string {
  return TYPE_WORDS[type] ?? type;
}

type Compare = (value: number, bound: number) => string | undefined;

function numbers(compare: Compare): Check {
  return bounded((value) => (typeof value === "number" ? value : undefined), compare);
}

/** Characters as JSON Schema counts them: code points. */
function texts(compare: Compare): Check {
  return bounded(
    (value) => (typeof value === "string" ? Array.from(value).length : undefined),
    compare,
  );
}

function lists(compare: Compare): Check {
  return bounded((value) => (Array.isArray(value) ? value.length : undefined), compare);
}

function bounded(measure: (value: Json) => number | undefined, compare: Compare): Check {
  return (value, bound) => {
    const measured = measure(value);
    return measured === undefined || typeof bound !== "number"
      ? undefined
      : compare(measured, bound);
  };
}
