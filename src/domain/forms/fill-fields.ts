import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { pointerParts } from "../json-pointer.ts";
import type { Fill } from "./form-from-schema.ts";

/** The fields with what the schema wants where they have nothing; a group that is not there stays so. */
export function filledFields(fields: JsonObject, fills: readonly Fill[]): JsonObject {
  let filled = fields;
  for (const { at, value } of fills) filled = withMember(filled, pointerParts(at), value);
  return filled;
}

function withMember(object: JsonObject, parts: readonly string[], value: Json): JsonObject {
  const [key, ...rest] = parts;
  if (key === undefined) return object;
  const own = Object.hasOwn(object, key) ? object[key] : undefined;
  if (rest.length === 0) return own === undefined ? withKey(object, key, value) : object;
  return isJsonObject(own) ? withKey(object, key, withMember(own, rest, value)) : object;
}

function withKey(object: JsonObject, key: string, value: Json): JsonObject {
  return Object.fromEntries([
    ...Object.entries(object).filter(([name]) => name !== key),
    [key, value],
  ]);
}
