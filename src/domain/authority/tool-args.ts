import type { SchemaCheck } from "../form-dialect.ts";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { valueAt } from "../json-pointer.ts";

/** Keywords whose values are a stranger's regular expressions, or are checked by one. */
const PATTERNS: ReadonlySet<string> = new Set(["pattern", "patternProperties", "format"]);
const MAX_DEPTH = 64;

/** Real tools' schemas take some hundreds of steps; more is an attempt to hold up the server. */
const MAX_STEPS = 200_000;

/**
 * What is wrong with arguments under a tool's schema. Undefined if the schema cannot be read or would
 * take too long to check. Patterns are skipped, since one can be made to run for hours: the tool
 * itself checks them.
 */
export function checkToolArgs(
  schema: JsonObject,
  args: JsonObject,
  checkSchema: SchemaCheck,
): readonly string[] | undefined {
  try {
    const plain = withoutPatterns(schema, false) as JsonObject;
    return isLongToCheck(plain, args) ? undefined : checkSchema(plain, args);
  } catch {
    return undefined;
  }
}

/** Whether a check would hold up the server. Throws for references that are not followed here. */
export function isLongToCheck(schema: JsonObject, value: Json): boolean {
  return stepsOf(schema, value, MAX_STEPS) > MAX_STEPS;
}

/** `isNames`: the keys are names of properties and not keywords. */
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

const IN_PLACE = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else"];
const OF_CHILDREN = [
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "items",
  "prefixItems",
  "additionalItems",
  "contains",
  "unevaluatedItems",
];
/** With these a schema could refer to parts that are not counted. */
const REFERENCES = ["$dynamicRef", "$recursiveRef", "$anchor", "$dynamicAnchor"];

/** A part of a schema, and the value that is checked against it. */
type Step = readonly [part: Json | undefined, value: Json];

/**
 * The number of steps that checking the value would take, counted up to `most`: a schema that refers
 * to itself can double it at each step. Throws for references that are not followed here.
 */
function stepsOf(schema: JsonObject, value: Json, most: number): number {
  const left: Step[] = [[schema, value]];
  let steps = 1;
  for (let step = left.pop(); step !== undefined && steps <= most; step = left.pop()) {
    const [part, held] = step;
    if (!isJsonObject(part)) continue;
    if (REFERENCES.some((key) => key in part) || ("$id" in part && part !== schema)) {
      throw new Error("refers to more than its own parts");
    }
    const inner = [...inPlace(schema, part, held), ...ofChildren(part, held)];
    steps += inner.length + comparisons(part, held);
    if (steps <= most) left.push(...inner);
  }
  return steps;
}

function inPlace(schema: JsonObject, part: JsonObject, value: Json): Step[] {
  const { $ref, dependentSchemas } = part;
  const referred = typeof $ref === "string" ? [partAt(schema, $ref)] : [];
  const parts = IN_PLACE.flatMap((key) => partsOf(part[key]));
  return [...referred, ...parts, ...valuesOf(dependentSchemas)].map((inner) => [inner, value]);
}

function ofChildren(part: JsonObject, value: Json): Step[] {
  const { properties } = part;
  const others = OF_CHILDREN.flatMap((key) => partsOf(part[key]));
  const named = isJsonObject(properties) ? properties : {};
  return Object.entries(isContainer(value) ? value : {}).flatMap(([name, child]) => {
    const own = name in named ? [named[name]] : [];
    return [...own, ...others].map((inner): Step => [inner, child]);
  });
}

function comparisons({ enum: options, uniqueItems }: JsonObject, value: Json): number {
  const withOptions = Array.isArray(options) ? options.length * sizeOf(value) : 0;
  const withEach = uniqueItems === true && Array.isArray(value) ? value.length ** 2 : 0;
  return withOptions + withEach;
}

/** One schema or a list of them. */
function partsOf(held: Json | undefined): readonly Json[] {
  return Array.isArray(held) ? held : isJsonObject(held) ? [held] : [];
}

function isContainer(value: Json | undefined): value is JsonObject | readonly Json[] {
  return typeof value === "object" && value !== null;
}

function valuesOf(value: Json | undefined): readonly Json[] {
  return isContainer(value) ? Object.values(value) : [];
}

function sizeOf(value: Json): number {
  return valuesOf(value).reduce<number>((size, inner) => size + sizeOf(inner), 1);
}

function partAt(schema: JsonObject, ref: string): Json | undefined {
  if (!ref.startsWith("#")) throw new Error("refers to another schema");
  return valueAt(schema, decodeURIComponent(ref.slice(1)));
}
