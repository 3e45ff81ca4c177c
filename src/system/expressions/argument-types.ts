import type { ObjectSchema } from "@marcbachmann/cel-js";
import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";

/**
 * The types that a tool's JSON Schema gives its arguments; undefined if it names none. What a schema
 * says in another way than by `type`, `properties` and `items` has any type.
 */
export function argumentTypes(schema: JsonObject): ObjectSchema | undefined {
  const { properties } = schema;
  if (properties === undefined || !isJsonObject(properties)) return undefined;
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, typeOf(one)]));
}

type FieldType = ObjectSchema[string];

const SCALARS: Readonly<Record<string, string>> = {
  string: "string",
  integer: "int",
  boolean: "bool",
};

function typeOf(schema: Json): FieldType {
  if (!isJsonObject(schema) || typeof schema["type"] !== "string") return "dyn";
  const { type } = schema;
  if (type === "object") return argumentTypes(schema) ?? "map<string, dyn>";
  if (type === "array") {
    const item = typeOf(schema["items"] ?? {});
    return typeof item === "string" ? `list<${item}>` : "list<dyn>";
  }
  return SCALARS[type] ?? "dyn";
}
