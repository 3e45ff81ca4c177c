import { EarshotError } from "./errors.ts";
import type { Json, JsonObject } from "./json.ts";
import { isJsonObject } from "./json-equal.ts";

/*
 * JSON Pointers, RFC 6901. A key is always looked up among an object's own: `__proto__` and
 * `constructor` are keys like any other, and what every object inherits is never found.
 */

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;
const INDEX = /^(?:0|[1-9]\d{0,8})$/;
const MAX_LENGTH = 1_024;

/** Throws INVALID_INPUT for text that is not a pointer; `what` names it in the message. */
export function checkPointer(text: string, what: string): void {
  const fault = pointerFault(text);
  if (fault === undefined) return;
  throw new EarshotError("INVALID_INPUT", `The ${what} ${fault}`, { details: { what } });
}

/** What is wrong with a pointer, as the end of a sentence; undefined for a right one. */
export function pointerFault(text: string): string | undefined {
  if (text.length > MAX_LENGTH) {
    return `is a JSON Pointer of ${text.length} characters; at most ${MAX_LENGTH} are taken.`;
  }
  if (POINTER.test(text) && text.isWellFormed()) return undefined;
  return `is not a JSON Pointer (RFC 6901): ${JSON.stringify(text)}. Write /amount or /items/0/price, with ~1 for / and ~0 for ~ in a key.`;
}

/** The keys and indices that a pointer names, outermost first. */
export function pointerParts(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A key or an index as it stands in a pointer. */
export function pointerPart(key: string | number): string {
  return `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The value at a pointer, or undefined if there is none. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  return valueAtParts(value, pointerParts(pointer));
}

/** The value at a pointer that is already split into its parts. */
export function valueAtParts(value: Json, parts: readonly string[]): Json | undefined {
  let at: Json | undefined = value;
  for (const part of parts) {
    at = childOf(at, part);
    if (at === undefined) return undefined;
  }
  return at;
}

function childOf(value: Json | undefined, part: string): Json | undefined {
  if (Array.isArray(value)) return INDEX.test(part) ? value[Number(part)] : undefined;
  if (!isJsonObject(value)) return undefined;
  return Object.hasOwn(value, part) ? value[part] : undefined;
}

/**
 * Returns the object with another value at a pointer, and adds a key that its object does not have.
 * Throws INVALID_INPUT for any other missing place, and for the empty pointer.
 */
export function withValueAt(object: JsonObject, pointer: string, value: Json): JsonObject {
  checkPointer(pointer, "place");
  const changed = replaced(object, pointerParts(pointer), value);
  if (pointer !== "" && isJsonObject(changed)) return changed;
  throw new EarshotError(
    "INVALID_INPUT",
    `Nothing can be put at ${JSON.stringify(pointer)}: there is no such place. Name one that is there.`,
    { details: { pointer } },
  );
}

/** Returns undefined if the place does not exist. */
function replaced(at: Json, parts: readonly string[], value: Json): Json | undefined {
  const [part, ...rest] = parts;
  if (part === undefined) return value;
  const before = childOf(at, part);
  const isAdded = before === undefined && rest.length === 0 && isJsonObject(at);
  const after = before === undefined ? undefined : replaced(before, rest, value);
  const child = isAdded ? value : after;
  if (child === undefined) return undefined;
  return Array.isArray(at) ? at.with(Number(part), child) : withKey(at as JsonObject, part, child);
}

/** A computed key defines a property of the object itself; an assignment to `__proto__` would not. */
function withKey(object: JsonObject, key: string, value: Json): JsonObject {
  return { ...object, [key]: value };
}
