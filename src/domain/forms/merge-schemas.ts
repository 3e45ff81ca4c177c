import type { Json, JsonObject } from "../json.ts";
import { isJsonObject, isSameJson } from "../json-equal.ts";

/* Two schemas that a value has to satisfy both, as one, for as much as a form can show of them. */

type Merge = (one: Json, other: Json) => Json;

const MERGES: Readonly<Record<string, Merge>> = {
  type: narrowed,
  required: (one, other) => [...new Set([...listOf(one), ...listOf(other)])],
  enum: (one, other) =>
    listOf(one).filter((value) => listOf(other).some((own) => isSameJson(own, value))),
  properties: (one, other) => byName(objectOf(one), objectOf(other)),
  items: (one, other) => ({ allOf: [one, other] }),
  minimum: greater,
  exclusiveMinimum: greater,
  minLength: greater,
  minItems: greater,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
};

/** `outer` has the word where only one can: its title, its default. */
export function mergedSchemas(outer: JsonObject, inner: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(inner));
  for (const [keyword, value] of Object.entries(outer)) {
    const own = merged.get(keyword);
    const merge = Object.hasOwn(MERGES, keyword) ? MERGES[keyword] : undefined;
    merged.set(keyword, own === undefined || merge === undefined ? value : merge(value, own));
  }
  return Object.fromEntries(merged);
}

function byName(one: JsonObject, other: JsonObject): JsonObject {
  const names = new Set([...Object.keys(other), ...Object.keys(one)]);
  return Object.fromEntries(
    [...names].map((name): [string, Json] => {
      const both = [one, other].flatMap((of) => (Object.hasOwn(of, name) ? [of[name] ?? {}] : []));
      return [name, both.length === 2 ? { allOf: both } : (both[0] ?? {})];
    }),
  );
}

function narrowed(one: Json, other: Json): Json {
  const others = typesIn(other);
  const kept = typesIn(one).flatMap((type) => {
    if (others.includes(type)) return [type];
    if (type === "number" && others.includes("integer")) return ["integer"];
    return type === "integer" && others.includes("number") ? ["integer"] : [];
  });
  return kept.length === 1 ? (kept[0] ?? []) : kept;
}

function typesIn(type: Json): readonly string[] {
  return (Array.isArray(type) ? type : [type]).filter((one) => typeof one === "string");
}

function greater(one: Json, other: Json): Json {
  return typeof other === "number" && !(Number(one) >= other) ? other : one;
}

function smaller(one: Json, other: Json): Json {
  return typeof other === "number" && !(Number(one) <= other) ? other : one;
}

function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function objectOf(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}
