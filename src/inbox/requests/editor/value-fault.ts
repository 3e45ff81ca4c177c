import type { Json, JsonObject } from "../../../domain/json.ts";
import { isJsonObject, isSameJson } from "../../../domain/json-equal.ts";
import { say } from "./messages/messages.ts";

/*
 * What is wrong with a value under the plain keywords of its schema, so that it shows while typing.
 * The server checks the whole schema again; unknown keywords are left to it.
 */

type Check = (value: Json, bound: Json) => string | undefined;

const CHECKS: Readonly<Record<string, Check>> = {
  type: (value, type) =>
    typeof type !== "string" || isOfType(value, type)
      ? undefined
      : say("fault.is", { what: typeWords(type) }),
  enum: (value, list) =>
    !Array.isArray(list) || list.some((one) => isSameJson(one, value))
      ? undefined
      : say("fault.one_of", { list: list.map((one) => JSON.stringify(one)).join(", ") }),
  const: (value, only) =>
    isSameJson(value, only) ? undefined : say("fault.is", { what: JSON.stringify(only) }),
  minimum: numbers((value, bound) => (value < bound ? say("fault.least", { bound }) : undefined)),
  maximum: numbers((value, bound) => (value > bound ? say("fault.most", { bound }) : undefined)),
  exclusiveMinimum: numbers((value, bound) =>
    value <= bound ? say("fault.more", { bound }) : undefined,
  ),
  exclusiveMaximum: numbers((value, bound) =>
    value >= bound ? say("fault.less", { bound }) : undefined,
  ),
  minLength: texts((chars, bound) =>
    chars < bound ? say("fault.chars.least", { bound }) : undefined,
  ),
  maxLength: texts((chars, bound) =>
    chars > bound ? say("fault.chars.most", { bound }) : undefined,
  ),
  minItems: lists((items, bound) =>
    items < bound ? say("fault.items.least", { bound }) : undefined,
  ),
  maxItems: lists((items, bound) =>
    items > bound ? say("fault.items.most", { bound }) : undefined,
  ),
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

const TYPES = ["integer", "number", "string", "boolean", "array", "object"] as const;

function typeWords(type: string): string {
  const known = TYPES.find((one) => one === type);
  return known === undefined ? type : say(`type.${known}`);
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
