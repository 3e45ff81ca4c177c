import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { Json, JsonObject } from "../../domain/json.ts";

/** Far above what any tool needs, and copied in a few milliseconds. */
const MAX_DEPTH = 32;
const MAX_VALUES = 10_000;
const MAX_CHARACTERS = 512 * 1024;
/** JSON takes at most six bytes for a character. */
const MAX_JSON_BYTES = 6;

export type ReadArguments =
  | { readonly ok: true; readonly args: JsonObject }
  /** `seen` is a copy of what came, if that is plain JSON. */
  | { readonly ok: false; readonly problem: string; readonly seen: Json };

/**
 * The arguments of a call as a plain copy. A model's server sends an object, its JSON, or nothing
 * for a tool without input. A caller in process can pass anything, so reading it may throw, never
 * end, or change something.
 */
export function readArguments(given: unknown, most: number = MAX_CHARACTERS): ReadArguments {
  try {
    const value = typeof given === "string" ? parse(given, most) : given;
    const left = { values: MAX_VALUES, characters: most, most };
    const seen = copy(value ?? {}, MAX_DEPTH, left);
    if (isObject(seen)) return { ok: true, args: seen };
    const problem = `the arguments must be one JSON object, not ${kindOf(seen)}`;
    return { ok: false, problem, seen };
  } catch (error) {
    const problem = isRefusal(error) ? error.message : "the arguments cannot be read as plain JSON";
    return { ok: false, problem, seen: null };
  }
}

function isRefusal(error: unknown): error is EarshotError {
  try {
    return isEarshotError(error, "INVALID_INPUT");
  } catch {
    // A proxy can throw a proxy.
    return false;
  }
}

function refuse(problem: string): never {
  throw new EarshotError("INVALID_INPUT", problem);
}

function parse(text: string, most: number): unknown {
  if (text.length > MAX_JSON_BYTES * most) refuse(tooLong(most));
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    refuse(`the arguments are not JSON: ${(error as Error).message}`);
  }
}

function tooLong(most: number): string {
  return `the arguments hold more than ${most} characters`;
}

/**
 * What a copy may still hold. All of its parts share it, so that a graph full of cycles ends too.
 */
interface Left {
  values: number;
  characters: number;
  readonly most: number;
}

function copy(value: unknown, depth: number, left: Left): Json {
  left.values -= 1;
  if (left.values < 0) refuse(`the arguments hold more than ${MAX_VALUES} values`);
  switch (typeof value) {
    case "string":
      return copyText(value, left);
    case "boolean":
      return value;
    case "number":
      if (!Number.isFinite(value)) refuse(`the arguments hold ${value}, which JSON lacks`);
      // Negative zero would come back from a log as another value.
      return value + 0;
    case "object":
      if (value === null) return null;
      if (depth === 0) refuse(`the arguments are nested deeper than ${MAX_DEPTH} levels`);
      return Array.isArray(value)
        ? copyList(value, depth - 1, left)
        : copyObject(value as Readonly<Record<string, unknown>>, depth - 1, left);
    default:
      return refuse(`the arguments hold a value of the type ${typeof value}, which JSON lacks`);
  }
}

function copyText(text: string, left: Left): string {
  left.characters -= text.length;
  if (left.characters < 0) refuse(tooLong(left.most));
  if (!text.isWellFormed()) refuse("the arguments hold half of a surrogate pair");
  return text;
}

function copyList(list: readonly unknown[], depth: number, left: Left): Json {
  // Checked before the first item: a list can claim four billion of them and hold none.
  if (list.length > left.values) refuse(`the arguments hold more than ${MAX_VALUES} values`);
  return Array.from(list, (item) => copy(item, depth, left));
}

function copyObject(
  object: Readonly<Record<string, unknown>>,
  depth: number,
  left: Left,
): JsonObject {
  if (!isPlain(object)) refuse("the arguments hold an object that is not plain JSON");
  const copied: Record<string, Json> = {};
  for (const key of Object.keys(object)) {
    if (key === "__proto__") refuse('the arguments have the key "__proto__"');
    const value = object[key];
    if (value !== undefined) copied[copyText(key, left)] = copy(value, depth, left);
  }
  return copied;
}

/** Also accepts one of another realm, whose prototype is another object. */
function isPlain(object: object): boolean {
  const prototype = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Describes a JSON value in words that follow "not". */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "text" : `a ${typeof value}`;
}
