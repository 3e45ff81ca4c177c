import { EarshotError } from "../errors.ts";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { pointerFault } from "../json-pointer.ts";
import {
  described,
  fields,
  list,
  mapOf,
  number,
  type Part,
  refused,
  text,
  yesOrNo,
} from "./form-fields.ts";
import type { ArgumentConditions, Condition } from "./policy.ts";

const MAX_PATTERN = 256;
const MAX_VALUES = 1_000;
const MAX_POINTERS = 32;

export const pointer: Part<string> = {
  schema: {
    type: "string",
    maxLength: 1_024,
    pattern: "^(?:/(?:[^~/]|~[01])*)*$",
  },
  read(value, place, report) {
    const fault = pointerFault(String(value));
    return fault === undefined ? String(value) : refused(report, place, `this key ${fault}`);
  },
};

export const pattern = text({ most: MAX_PATTERN });

/** Any JSON value: YAML also has infinity and NaN, which would equal nothing. */
const json: Part<Json> = {
  schema: {},
  read(value, place, report) {
    return isJson(value) ? value : refused(report, place, "it is not a JSON value.");
  },
};

function isJson(value: Json): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value === "string") return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isJson);
  if (isJsonObject(value)) return Object.values(value).every(isJson);
  return value === null || typeof value === "boolean";
}

const condition = fields<Condition>({
  of: "a condition",
  isFilled: true,
  keys: {
    equals: { as: "equals", part: described(json, "It is this value, of the same type.") },
    in: { as: "in", part: described(list(json, MAX_VALUES), "It is one of these values.") },
    matches: {
      as: "matches",
      part: described(pattern, "It is text that matches, with * for any characters and ? for one."),
    },
    over: { as: "over", part: described(number(), "It is a number above this one.") },
    under: { as: "under", part: described(number(), "It is a number below this one.") },
    exists: { as: "exists", part: described(yesOrNo, "Whether it is there at all.") },
  },
});

/** Conditions by pointer into the arguments. */
export const argumentConditions: Part<ArgumentConditions> = mapOf(pointer, condition, MAX_POINTERS);

/** Reads conditions on arguments in the form of a policy; INVALID_INPUT names the faults. */
export function parsePermissionArgs(args: unknown): ArgumentConditions {
  const faults: string[] = [];
  const report = (place: string, what: string) => void faults.push(`${place}: ${what}`);
  const read = argumentConditions.read(args as JsonObject, "args", report);
  if (read !== undefined && faults.length === 0) return read;
  throw new EarshotError(
    "INVALID_INPUT",
    `The conditions are not valid. ${faults.slice(0, 5).join(" ")}`,
    { details: { faults } },
  );
}
