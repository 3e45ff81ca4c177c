import type { SchemaCheck } from "../form-dialect.ts";
import type { Json, JsonObject } from "../json.ts";
import { stepsOf } from "../schema-steps.ts";

/** Whose values are regular expressions of a stranger's making, or checked by one. */
const PATTERNS: ReadonlySet<string> = new Set(["pattern", "patternProperties", "format"]);
const MAX_DEPTH = 64;

/** Schemas of people's tools take some hundreds; what takes more is made to hold the server up. */
const MAX_STEPS = 200_000;

/**
 * What is wrong with arguments under a tool's schema; undefined where nobody can tell, since it cannot
 * be read or would take too long. Patterns are left out, since one can be made to run for hours: the
 * tool itself is the one to check them.
 */
export function checkToolArgs(
  schema: JsonObject,
  args: JsonObject,
  checkSchema: SchemaCheck,
): readonly string[] | undefined {
  try {
    const plain = withoutPatterns(schema, false) as JsonObject;
    const isLong = stepsOf(plain, args, MAX_STEPS) > MAX_STEPS;
    return isLong ? undefined : checkSchema(plain, args);
  } catch {
    return undefined;
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
