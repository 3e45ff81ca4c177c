import { z } from "zod";
import { present } from "../../domain/present.ts";

/* The values of the wire as JSON Schema, as it stands in an OpenAPI document. */

export type JsonSchema = Readonly<Record<string, unknown>>;
export interface ObjectSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

const COMPONENTS = "#/components/schemas/";

export const refTo = (name: string): JsonSchema => ({ $ref: COMPONENTS + name });

export function objectSchema(schema: z.ZodType): ObjectSchema {
  const { properties = {}, required = [] } = schemaOf(schema, "input") as Partial<ObjectSchema>;
  return { properties, required };
}

/** JSON Schema that refers to the shared components. */
export function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const whole = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return pointAtComponents(whole) as JsonSchema;
}

/** Keys under which zod keeps shared parts. They are not allowed inside OpenAPI's components. */
const FILED_UNDER = ["$schema", "$defs", "$id", "id"];

function pointAtComponents(node: unknown, isProperties = false): unknown {
  if (Array.isArray(node)) return node.map((item) => pointAtComponents(item));
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).filter(
    ([key]) => isProperties || !FILED_UNDER.includes(key),
  );
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      key === "$ref" && typeof value === "string"
        ? value.replace("#/$defs/", COMPONENTS)
        : pointAtComponents(value, key === "properties" && !isProperties),
    ]),
  );
}

/** The shared components that these values refer to, each kind of a value under a name of its own. */
export function componentSchemas(
  values: Iterable<readonly [z.ZodType, "input" | "output"]>,
): Record<string, JsonSchema> {
  const shared: Record<string, JsonSchema> = {};
  for (const [schema, io] of values) {
    const { $defs = {} } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
    for (const [id, definition] of Object.entries($defs)) {
      const whole = pointAtComponents(definition) as JsonSchema;
      for (const [name, one] of withNamedKinds(id, whole)) shared[name] = one;
    }
  }
  return shared;
}

/**
 * A value that is one of several kinds of objects refers to each by name, and says what tells them apart.
 * Generators would number the kinds otherwise, and their names would change with the order.
 */
function withNamedKinds(
  id: string,
  schema: JsonSchema,
): readonly (readonly [string, JsonSchema])[] {
  const { oneOf, anyOf, ...rest } = schema;
  const kinds = (oneOf ?? anyOf) as readonly JsonSchema[] | undefined;
  if (kinds === undefined || !kinds.every((kind) => "properties" in kind)) return [[id, schema]];
  const telling = tellingProperty(kinds);
  const named = kinds.map((kind) => {
    const words = telling === undefined ? firstNeeded(kind) : wordsAt(kind, telling);
    return { name: id + words.map(pascal).join("Or"), kind, words };
  });
  const discriminator = telling && {
    propertyName: telling,
    mapping: Object.fromEntries(
      named.flatMap(({ name, words }) => words.map((word) => [word, COMPONENTS + name])),
    ),
  };
  const one = named.map(({ name }) => refTo(name));
  const whole = { oneOf: one, ...present({ discriminator }), ...rest };
  return [[id, whole], ...named.map(({ name, kind }) => [name, kind] as const)];
}

/** The property that has other words in each kind. */
function tellingProperty(kinds: readonly JsonSchema[]): string | undefined {
  const [first = {}] = kinds;
  return Object.keys(first["properties"] as object).find((property) => {
    const words = kinds.map((kind) => wordsAt(kind, property));
    const all = words.flat();
    return words.every(({ length }) => length > 0) && new Set(all).size === all.length;
  });
}

function wordsAt(kind: JsonSchema, property: string): readonly string[] {
  const { const: word, enum: words = [] } =
    (kind["properties"] as ObjectSchema["properties"])[property] ?? {};
  return typeof word === "string" ? [word] : (words as readonly string[]);
}

const firstNeeded = (kind: JsonSchema) => (kind["required"] as readonly string[]).slice(0, 1);

export function pascal(words: string): string {
  return words.replaceAll(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
