import type { SchemaCheck } from "../form-dialect.ts";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { pointerPart, valueAt } from "../json-pointer.ts";
import {
  MAX_FORM_OPTIONS,
  MAX_FORM_PATTERN_LENGTH,
  MAX_SCHEMA_BYTES,
  MAX_SCHEMA_DEPTH,
} from "../limits.ts";
import { jsonLength } from "../text.ts";
import { refuseSchema } from "./schema-refusal.ts";

/* A schema as zod, pydantic and others emit it: which of its parts are schemas, and what is refused. */

const OF_NAMES = ["properties", "$defs", "definitions", "dependentSchemas"];
const OF_ONE = [
  "additionalItems",
  "additionalProperties",
  "contains",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
];
const OF_LIST = ["allOf", "anyOf", "items", "oneOf", "prefixItems"];

const FOLLOWED = "Name parts in $defs, and refer to them with $ref.";

/** What gives a part another address, or would run a pattern, and what does instead. */
const UNTAKEN: Readonly<Record<string, string>> = {
  $anchor: FOLLOWED,
  $dynamicAnchor: FOLLOWED,
  $dynamicRef: FOLLOWED,
  $recursiveAnchor: FOLLOWED,
  $recursiveRef: FOLLOWED,
  dependencies: "Use dependentRequired or dependentSchemas.",
  patternProperties: "Use properties, or additionalProperties with propertyNames.",
};

const isText = (value: Json) => typeof value === "string";
const isNumber = (value: Json) => typeof value === "number";
const isTexts = (value: Json) => Array.isArray(value) && value.every(isText);
const isSome = (value: Json) => Array.isArray(value) && value.length > 0;
/** Draft 4 has true and false for the last. */
const isBound = (value: Json) => isNumber(value) || typeof value === "boolean";

/** What a keyword has to hold for a check to be able to read it. */
const SHAPES: Readonly<Record<string, (value: Json) => boolean>> = {
  $defs: isJsonObject,
  allOf: isSome,
  anyOf: isSome,
  definitions: isJsonObject,
  dependentRequired: (value) => isJsonObject(value) && Object.values(value).every(isTexts),
  dependentSchemas: isJsonObject,
  enum: isSome,
  exclusiveMaximum: isBound,
  exclusiveMinimum: isBound,
  format: isText,
  maxContains: isNumber,
  maximum: isNumber,
  maxItems: isNumber,
  maxLength: isNumber,
  maxProperties: isNumber,
  minContains: isNumber,
  minimum: isNumber,
  minItems: isNumber,
  minLength: isNumber,
  minProperties: isNumber,
  multipleOf: (value) => Number(value) > 0,
  oneOf: isSome,
  pattern: isText,
  prefixItems: Array.isArray,
  properties: isJsonObject,
  required: isTexts,
  type: (value) => isText(value) || (isSome(value) && isTexts(value)),
  uniqueItems: (value) => typeof value === "boolean",
};

/** A schema in a schema: where it stands, and the keyword that holds it. */
interface Part {
  readonly keyword: string;
  /** The property's name, the place in a list, or nothing. */
  readonly key?: string | number;
  readonly schema: Json;
}

/** The schemas that stand directly in a schema. */
function partsOf(schema: JsonObject): readonly Part[] {
  return Object.entries(schema).flatMap(([keyword, held]) => partsIn(keyword, held));
}

function partsIn(keyword: string, held: Json): readonly Part[] {
  if (OF_NAMES.includes(keyword) && isJsonObject(held)) {
    return Object.entries(held).map(([key, schema]) => ({ keyword, key, schema }));
  }
  if (OF_LIST.includes(keyword) && Array.isArray(held)) {
    return held.map((schema: Json, key) => ({ keyword, key, schema }));
  }
  return OF_ONE.includes(keyword) ? [{ keyword, schema: held }] : [];
}

/** Whether a check reads it. */
export function isSchemaKeyword(keyword: string): boolean {
  return [...OF_NAMES, ...OF_ONE, ...OF_LIST].includes(keyword) || Object.hasOwn(SHAPES, keyword);
}

/** The same schema with others in the place of those that stand directly in it. */
export function withParts(schema: JsonObject, made: (inner: Json) => Json): JsonObject {
  const entries = Object.entries(schema).map(([keyword, held]): [string, Json] => {
    if (OF_NAMES.includes(keyword) && isJsonObject(held)) {
      const named = Object.entries(held).map(([key, inner]): [string, Json] => [key, made(inner)]);
      return [keyword, Object.fromEntries(named)];
    }
    if (OF_LIST.includes(keyword) && Array.isArray(held)) return [keyword, held.map(made)];
    return [keyword, OF_ONE.includes(keyword) ? made(held) : held];
  });
  return Object.fromEntries(entries);
}

/**
 * Refuses a schema that is too large or too deep, leads elsewhere, or cannot be checked in bounded
 * time. What it refuses is named in the error's `details.fault`.
 */
export function checkForeignSchema(root: JsonObject): void {
  checkDepth(root, "", 0);
  const bytes = jsonLength(root);
  if (bytes > MAX_SCHEMA_BYTES) {
    refuseSchema(
      { fault: "bytes", path: "" },
      `it has ${bytes} bytes; at most ${MAX_SCHEMA_BYTES} are taken.`,
    );
  }
  checkSchemaPart(root, root, "");
}

function checkDepth(value: Json, path: string, depth: number): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > MAX_SCHEMA_DEPTH) {
    refuseSchema(
      { fault: "depth", path },
      `it is nested deeper than ${MAX_SCHEMA_DEPTH} levels. Make it flatter.`,
    );
  }
  for (const [key, inner] of Object.entries(value)) {
    if (key === "__proto__") {
      refuseSchema({ fault: "name", path }, `"__proto__" is no name here. Choose another.`);
    }
    checkDepth(inner, path + pointerPart(key), depth + 1);
  }
}

function checkSchemaPart(root: JsonObject, part: Json, path: string): void {
  if (typeof part === "boolean") return;
  if (!isJsonObject(part)) {
    refuseSchema({ fault: "shape", path }, "a schema is an object, or true or false.");
  }
  checkKeywords(root, part, path);
  for (const { keyword, key, schema } of partsOf(part)) {
    const place = path + pointerPart(keyword) + (key === undefined ? "" : pointerPart(key));
    checkSchemaPart(root, schema, place);
  }
}

function checkKeywords(root: JsonObject, part: JsonObject, path: string): void {
  const { $ref, $id, pattern, enum: options } = part;
  checkShapes(part, path);
  const unknown = Object.keys(UNTAKEN).find((keyword) => Object.hasOwn(part, keyword));
  if (unknown !== undefined || ($id !== undefined && part !== root)) {
    const keyword = unknown ?? "$id";
    const how = UNTAKEN[keyword] ?? FOLLOWED;
    refuseSchema({ fault: "keyword", path }, `"${keyword}" is not taken. ${how}`);
  }
  if (Array.isArray(options) && options.length > MAX_FORM_OPTIONS) {
    const count = `it lists ${options.length} values; at most ${MAX_FORM_OPTIONS} are shown.`;
    refuseSchema({ fault: "enum", path }, count);
  }
  if (typeof pattern === "string" && pattern.length > MAX_FORM_PATTERN_LENGTH) {
    const count = `its pattern has ${pattern.length} characters; at most ${MAX_FORM_PATTERN_LENGTH} are taken.`;
    refuseSchema({ fault: "pattern", path }, count);
  }
  if ($ref !== undefined) referredIn(root, $ref, path);
}

function checkShapes(part: JsonObject, path: string): void {
  for (const [keyword, value] of Object.entries(part)) {
    const fits = Object.hasOwn(SHAPES, keyword) ? SHAPES[keyword] : undefined;
    if (fits === undefined || fits(value)) continue;
    refuseSchema({ fault: "shape", path }, `"${keyword}" has a value of the wrong kind.`);
  }
}

/** What a reference names. Refuses one that leads out of the schema, or to nothing. */
export function referredIn(root: JsonObject, ref: Json, path: string): Json {
  if (typeof ref !== "string" || !/^#(?:\/|$)/.test(ref)) {
    refuseSchema(
      { fault: "reference", path },
      `"$ref" leads to ${JSON.stringify(ref)}; only "#/…", a place in the same schema, is followed.`,
    );
  }
  const found = valueAt(root, decoded(ref.slice(1)) ?? "/");
  if (found === undefined) {
    refuseSchema({ fault: "reference", path }, `"$ref" names ${ref}, which is not there.`);
  }
  return found;
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

/**
 * Zod says of a duration by look-aheads that it has some part. The format says that too, so that it is
 * enough.
 */
const BY_FORMAT =
  "^P(?:(\\d+W)|(?!.*W)(?=\\d|T\\d)(\\d+Y)?(\\d+M)?(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+([.,]\\d+)?S)?)?)$";

/** The pattern that a text is checked by. */
export function patternOf({ pattern, format }: JsonObject): string | undefined {
  if (typeof pattern !== "string") return undefined;
  return pattern === BY_FORMAT && format === "duration" ? undefined : pattern;
}

/** Refuses patterns that cannot be checked in bounded time. */
export function checkPatterns(schema: Json, check: Pick<SchemaCheck, "patternFault">): void {
  checkPatternsAt(schema, check, "");
}

function checkPatternsAt(
  schema: Json,
  check: Pick<SchemaCheck, "patternFault">,
  path: string,
): void {
  if (!isJsonObject(schema)) return;
  const pattern = patternOf(schema);
  const fault = typeof pattern === "string" ? check.patternFault(pattern) : undefined;
  if (fault !== undefined) refuseSchema({ fault: "pattern", path }, `of its pattern, ${fault}`);
  for (const { keyword, key, schema: inner } of partsOf(schema)) {
    const place = path + pointerPart(keyword) + (key === undefined ? "" : pointerPart(key));
    checkPatternsAt(inner, check, place);
  }
}
