import { EarshotError } from "./errors.ts";
import { isFileField, isMediaType } from "./file-field.ts";
import type { Json, JsonObject } from "./json.ts";

/**
 * The part of JSON Schema (draft 2020-12) that a form may use: what can be shown to a person as
 * fields on every surface and checked in bounded time: no `$ref` and no combinators, which
 * `forms/form-from-schema.ts` takes out of what others emit; only formats and patterns whose check takes
 * time in proportion to the text. `enumNames` are the labels of `enum`; without a type, the format `json`
 * is a value that is written as JSON, and `file` a file with its media types and bounds.
 */
const KEYWORDS: Readonly<Record<string, (value: Json) => boolean>> = {
  $schema: isString,
  type: isString,
  title: isString,
  description: isString,
  default: () => true,
  examples: Array.isArray,
  const: () => true,
  enum: Array.isArray,
  enumNames: (value) => Array.isArray(value) && value.every(isString),
  format: isString,
  minLength: isNumber,
  maxLength: isNumber,
  pattern: isString,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && Number(value) > 0,
  items: isObject,
  minItems: isNumber,
  maxItems: isNumber,
  uniqueItems: isBoolean,
  properties: isObject,
  required: (value) => Array.isArray(value) && value.every(isString),
  additionalProperties: isBoolean,
};
const TYPES = ["string", "number", "integer", "boolean", "array", "object", "null"];
export const FORM_FORMATS: readonly string[] = [
  "date",
  "time",
  "date-time",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uri",
  "uuid",
];
const FORMATS = [...FORM_FORMATS, "json"];
/** All that a field for a file may say, beside its format. */
const OF_FILES: Readonly<Record<string, (value: Json) => boolean>> = {
  title: isString,
  description: isString,
  mediaTypes: (value) => Array.isArray(value) && value.length > 0 && value.every(isMediaType),
  minBytes: isCount,
  maxBytes: isCount,
  /** How the schema that it was made of wants the bytes. */
  contentEncoding: (value) => ["base64", "base64url", "binary"].includes(String(value)),
};
const MAX_DEPTH = 4;
const MAX_PROPERTIES = 64;

function isString(value: Json): value is string {
  return typeof value === "string";
}
function isNumber(value: Json): value is number {
  return typeof value === "number";
}
function isBoolean(value: Json): value is boolean {
  return typeof value === "boolean";
}
function isCount(value: Json): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuse(path: string, what: string): never {
  throw new EarshotError(
    "INVALID_INPUT",
    `The form's schema at ${path || "its root"}: ${what} See docs/guides/ask-well.md for what a form may use.`,
    { details: { path } },
  );
}

/** Throws for a schema that is not a form. The message names the place and how to mend it. */
export function checkFormSchema(schema: JsonObject): void {
  if (schema["type"] !== "object" || !isObject(schema["properties"])) {
    refuse("", 'a form is an object with "type": "object" and "properties".');
  }
  checkNode(schema, "", 0);
}

function checkNode(schema: JsonObject, path: string, depth: number): void {
  if (depth > MAX_DEPTH) refuse(path, `it is nested deeper than ${MAX_DEPTH} levels.`);
  if (isFileField(schema) && depth > 0) checkFile(schema, path);
  else checkAny(schema, path, depth);
}

function checkAny(schema: JsonObject, path: string, depth: number): void {
  for (const entry of Object.entries(schema)) checkKeyword(KEYWORDS, entry, path);
  const properties = schema["properties"];
  if (isObject(properties)) {
    const entries = Object.entries(properties);
    if (entries.length > MAX_PROPERTIES) {
      refuse(path, `it has ${entries.length} properties; at most ${MAX_PROPERTIES} are shown.`);
    }
    for (const [name, child] of entries) checkChild(child, `${path}/properties/${name}`, depth);
  }
  if (schema["items"] !== undefined) checkChild(schema["items"], `${path}/items`, depth);
}

function checkChild(child: Json, path: string, depth: number): void {
  if (!isObject(child)) refuse(path, "a schema is an object.");
  checkNode(child, path, depth + 1);
}

function checkFile({ format: _, ...schema }: JsonObject, path: string): void {
  for (const entry of Object.entries(schema)) checkKeyword(OF_FILES, entry, path);
}

function checkKeyword(
  known: Readonly<Record<string, (value: Json) => boolean>>,
  [keyword, value]: readonly [string, Json],
  path: string,
): void {
  const accepts = Object.hasOwn(known, keyword) ? known[keyword] : undefined;
  if (accepts === undefined) refuse(path, `"${keyword}" is not part of what a form may use.`);
  if (!accepts(value)) refuse(path, `"${keyword}" has a value of the wrong kind.`);
  if (keyword === "type" && !TYPES.includes(String(value))) {
    refuse(path, `the type "${value}" is unknown.`);
  }
  if (keyword === "format" && !FORMATS.includes(String(value))) {
    refuse(path, `the format "${value}" is unknown. There are ${FORMATS.join(", ")}.`);
  }
}

/** Finds what is wrong with `value` by a JSON Schema: one sentence for each fault, none if it fits. */
export interface SchemaCheck {
  (schema: JsonObject, value: Json): readonly string[];
  /** Why a pattern cannot be checked in time that grows with the text alone. */
  readonly patternFault: (pattern: string) => string | undefined;
}
