import type { Json, JsonObject } from "../json.ts";
import { present } from "../present.ts";
import { type At, type Flat, flatSchema, NEVER, type Reading } from "./flat-schema.ts";
import { mergedSchemas } from "./merge-schemas.ts";

/* `anyOf` and `oneOf` as one schema, where a person would see one field. */

/**
 * Undefined for branches that no single field shows: their schema is written as JSON. A field for
 * one of several plain types takes the values of that one: a number where the text has to look like
 * one, else text.
 */
export function withoutBranches(reading: Reading, flat: Flat): Flat | undefined {
  const { anyOf, oneOf, ...outer } = flat.schema;
  const listed = Array.isArray(anyOf) ? anyOf : oneOf;
  if (!Array.isArray(listed)) return withOneType(flat);
  if (Array.isArray(anyOf) && Array.isArray(oneOf)) return undefined;
  const branches = listed.map((branch) => flatSchema(reading, branch, flat.at));
  const isNullable = flat.isNullable || branches.some((one) => one.isNullable || isNull(one));
  const values = branches.filter((one) => !isNull(one));
  const refs = new Map(branches.flatMap(({ at }) => [...at.refs]));
  const at: At = { ...flat.at, refs };
  const isRecursive = flat.isRecursive || branches.some((one) => one.isRecursive);
  const one = (schema: JsonObject): Flat => ({ schema, isNullable, isRecursive, at });
  if (values.length === 0) return one({ ...outer, const: null });
  const [only] = values;
  if (only !== undefined && values.length === 1) {
    const inner = one(mergedSchemas(outer, only.schema));
    return withoutBranches(reading, inner);
  }
  const made = options(values) ?? mediaTypes(values) ?? plainUnion(values);
  return made === undefined ? undefined : one(mergedSchemas(outer, made));
}

function isNull({ schema }: Flat): boolean {
  return schema["type"] === "null" || schema["const"] === null;
}

/** Zod writes the types that a file may have as branches. */
function mediaTypes(branches: readonly Flat[]): JsonObject | undefined {
  const types = branches.map(({ schema: { contentMediaType, ...rest } }) =>
    Object.keys(rest).length === 0 ? contentMediaType : undefined,
  );
  const named = types.filter((type) => typeof type === "string");
  return named.length === types.length ? { contentMediaType: named } : undefined;
}

/** Constants with their titles, as one list. */
function options(branches: readonly Flat[]): JsonObject | undefined {
  const listed = branches.map(({ schema }) => constantsIn(schema));
  if (listed.some((values) => values.length === 0)) return undefined;
  const values = listed.flat();
  const names = branches.flatMap(({ schema }, index) => {
    const { title } = schema;
    const own = listed[index] ?? [];
    return own.map((value) => (own.length === 1 && typeof title === "string" ? title : value));
  });
  const texts = names.map((name) => (typeof name === "string" ? name : JSON.stringify(name)));
  const isNamed = branches.some(({ schema }) => typeof schema["title"] === "string");
  return { enum: values, ...present({ enumNames: isNamed ? texts : undefined }) };
}

export function constantsIn(schema: JsonObject): readonly Json[] {
  const { const: only, enum: listed } = schema;
  if (only !== undefined) return [only];
  return Array.isArray(listed) ? listed : [];
}

function plainUnion(branches: readonly Flat[]): JsonObject | undefined {
  const schemas = branches.map(({ schema }) => schema);
  const texts = schemas.filter((schema) => schema["type"] === "string");
  const numbers = schemas.filter(
    ({ type, ...rest }) => (type === "number" || type === "integer") && !("const" in rest),
  );
  if (texts.length + numbers.length < schemas.length || texts.length > 2) return undefined;
  const [number = NEVER] = numbers.filter(({ type }) => type === "number").concat(numbers);
  const free = texts.find((schema) => constantsIn(schema).length === 0);
  if (texts.length === 0) return number;
  if (free === undefined) return undefined;
  if (numbers.length > 0 && (free["pattern"] ?? free["format"]) !== undefined) return number;
  const known = texts.flatMap(constantsIn);
  return known.length === 0 ? free : { ...free, examples: known };
}

/** Several types in one list. */
function withOneType(flat: Flat): Flat | undefined {
  const { type } = flat.schema;
  if (!Array.isArray(type)) return flat;
  const plain = ["string", "number", "integer"];
  if (type.length === 0 || !type.every((one) => plain.includes(String(one)))) return undefined;
  const one = type.includes("string") ? "string" : "number";
  return { ...flat, schema: { ...flat.schema, type: one } };
}
