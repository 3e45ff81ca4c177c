import type { SchemaCheck } from "./answer-check.ts";
import type { Json, JsonObject } from "./json.ts";

/** Whose values are regular expressions of a stranger's making, or checked by one. */
const PATTERNS: ReadonlySet<string> = new Set(["pattern", "patternProperties", "format"]);
const MAX_DEPTH = 64;

/**
 * What is wrong with arguments under a tool's schema. Patterns are left out, since one can be made
 * to run for hours: the tool itself is the one to check them.
 */
export function checkToolArgs(
  schema: JsonObject,
  args: JsonObject,
  checkSchema: SchemaCheck,
): readonly string[] {
  try {
    return checkSchema(withoutPatterns(schema, false) as JsonObject, args);
  } catch {
    return ["its schema cannot be read."];
  }
}

/** `isNames` where the keys are names of properties, and none is a keyword. */
function withoutPatterns(schema: Json, isNames: boolean, depth = 0): Json {
  if (depth > MAX_DEPTH) return true;
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((item) => withoutPatterns(item, false, depth + 1));
  const kept = Object.entries(schema).filter(([key]) => isNames || !PATTERNS.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      !isNames && (key === "enum" || key === "const")
        ? value
        : withoutPatterns(value, !isNames && NAMES.has(key), depth + 1),
    ]),
  );
}

const NAMES: ReadonlySet<string> = new Set([
  "properties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);
