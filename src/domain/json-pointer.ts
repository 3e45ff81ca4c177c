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

/** Refuses text that is no pointer; `what` names it in the message. */
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
  return `is no JSON Pointer (RFC 6901): ${JSON.stringify(text)}. Write /amount or /items/0/price, with ~1 for / and ~0 for ~ in a key.`;
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

/** What stands at a pointer; undefined where nothing does. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  return valueAtParts(value, pointerParts(pointer));
}

/** The same for a pointer that has been taken apart. */
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
 * The object with another value at a pointer. A key that its object has not is added; anything else
 * that is not there is INVALID_INPUT, and so is the empty pointer.
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

/** Undefined where the place is not there. */
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

/** A computed key defines one of the object's own, where an assignment to `__proto__` would not. */
function withKey(object: JsonObject, key: string, value: Json): JsonObject {
  return { ...object, [key]: value };
}
