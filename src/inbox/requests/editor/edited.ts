import type { Json, JsonObject } from "../../../domain/json.ts";
import { isJsonObject } from "../../../domain/json-equal.ts";
import { pointerParts, valueAt } from "../../../domain/json-pointer.ts";
import type { EditField } from "./fields.ts";
import { firstTyped, meantBy, type Typed } from "./typed.ts";

/** What all fields together make: the whole value, or what is wrong with each field. */
export interface Edited {
  readonly value: JsonObject;
  /** By pointer; empty where all is well. */
  readonly faults: Readonly<Record<string, string>>;
}

/** Puts what was typed into the previous value; whatever no field shows stays as it is. */
export function edited(base: JsonObject, fields: readonly EditField[], typed: Typed): Edited {
  let value = base;
  const faults: Record<string, string> = {};
  for (const field of fields) {
    const meant = meantBy(field, typed[field.pointer]);
    if ("fault" in meant) faults[field.pointer] = meant.fault;
    else if ("absent" in meant && field.value !== undefined) {
      value = withoutMember(value, pointerParts(field.pointer));
    } else if ("value" in meant && meant.value !== field.value) {
      value = withMember(value, pointerParts(field.pointer), meant.value);
    }
  }
  return { value, faults: { ...faults, ...missingIn(value, fields) } };
}

/** What a group needs that may be left out as a whole, where some of it is filled in. */
function missingIn(value: JsonObject, fields: readonly EditField[]): Edited["faults"] {
  const missing = fields.filter(
    ({ neededIn, pointer }) =>
      neededIn !== undefined &&
      valueAt(value, neededIn) !== undefined &&
      valueAt(value, pointer) === undefined,
  );
  return Object.fromEntries(missing.map(({ pointer }) => [pointer, "This is needed."]));
}

/** Creates missing objects on the way. */
function withMember(object: JsonObject, parts: readonly string[], value: Json): JsonObject {
  const [key, ...rest] = parts;
  if (key === undefined) return object;
  const before = Object.hasOwn(object, key) ? object[key] : undefined;
  const child = isJsonObject(before) ? before : {};
  return { ...object, [key]: rest.length === 0 ? value : withMember(child, rest, value) };
}

/** The object that held it stays, even when it becomes empty. */
function withoutMember(object: JsonObject, parts: readonly string[]): JsonObject {
  const [key, ...rest] = parts;
  if (key === undefined) return object;
  if (rest.length === 0) {
    return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  }
  const child = Object.hasOwn(object, key) ? object[key] : undefined;
  return isJsonObject(child) ? { ...object, [key]: withoutMember(child, rest) } : object;
}

/** Whether a field holds something other than at first. */
export function isTouched(field: EditField, typed: Typed): boolean {
  const now = typed[field.pointer];
  return now !== undefined && (field.value === undefined || now !== firstTyped(field));
}
