import { EarshotError } from "../domain/errors.ts";
import type { JsonObject } from "../domain/json.ts";

/** Schemas that can give their JSON Schema: Standard JSON Schema, such as zod's since 4.2. */
interface Convertible {
  readonly "~standard": {
    readonly jsonSchema?: { input(options: { readonly target: string }): unknown };
  };
}

/** An object without any of these cannot be meant as a schema: it would allow everything. */
const KEYWORDS = ["type", "properties", "$schema", "$ref", "anyOf", "oneOf", "allOf"];

/**
 * The JSON Schema of a tool's arguments, in any form that a framework keeps it: plain, wrapped as
 * `{jsonSchema}`, or a validator that can give it. Undefined if there is none. Throws INVALID_INPUT for any
 * other form: edited arguments would go unchecked.
 */
export function jsonSchemaOf(schema: unknown, tool: string): JsonObject | undefined {
  if (schema === undefined || schema === null) return undefined;
  const told = schemaIn(schema, tool);
  if (isPlain(told)) return told as JsonObject;
  throw untold(tool);
}

function schemaIn(schema: unknown, tool: string): unknown {
  // Some validators are functions.
  if (typeof schema !== "object" && typeof schema !== "function") return undefined;
  const given = schema as Readonly<Record<string, unknown>>;
  if ("~standard" in given) return ofValidator(given as unknown as Convertible, tool);
  if (!isPlain(given)) return undefined;
  if ("jsonSchema" in given) return given["jsonSchema"];
  return KEYWORDS.some((keyword) => keyword in given) ? given : undefined;
}

function ofValidator(schema: Convertible, tool: string): unknown {
  try {
    return schema["~standard"].jsonSchema?.input({ target: "draft-2020-12" });
  } catch (cause) {
    throw untold(tool, cause);
  }
}

/** Instances of classes have methods: they are schemas of another kind. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function untold(tool: string, cause?: unknown): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `The schema of the arguments of ${tool} cannot be given as JSON Schema. Give one with { argsSchema }.`,
    { cause, details: { tool } },
  );
}
