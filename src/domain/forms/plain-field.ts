import { FILE_FORMAT, isFileField } from "../file-field.ts";
import { FORM_FORMATS } from "../form-dialect.ts";
import type { Json, JsonObject } from "../json.ts";
import { present } from "../present.ts";
import { fileSchema } from "./binary-text.ts";
import { constantsIn } from "./branches.ts";

/* The field for one value. */

const NUMBERS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const LENGTHS = ["minLength", "maxLength"];
const OF_FILES = ["mediaTypes", "minBytes", "maxBytes"];

/** Without words about it; undefined where no field shows it. */
export function plainSchema(schema: JsonObject): JsonObject | undefined {
  const values = constantsIn(schema);
  if (values.length > 0) return choiceSchema(schema, values);
  if (isFileField(schema)) return { format: FILE_FORMAT, ...keywordsOf(schema, OF_FILES) };
  switch (typeOf(schema)) {
    case "boolean":
      return { type: "boolean" };
    case "integer":
      return { type: "integer", ...boundsOf(schema) };
    case "number":
      return { type: "number", ...boundsOf(schema) };
    case "string":
      return fileSchema(schema) ?? textSchema(schema);
    default:
      return undefined;
  }
}

/** Draft 4 says with true and false whether a bound itself is left out. */
export function withBounds(schema: JsonObject): JsonObject {
  const bounds = [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const;
  let made = schema;
  for (const [bound, exclusive] of bounds) {
    if (typeof made[exclusive] !== "boolean") continue;
    const { [bound]: limit, [exclusive]: isExclusive, ...rest } = made;
    const kept = isExclusive === true ? exclusive : bound;
    made = limit === undefined ? rest : { ...rest, [kept]: limit };
  }
  return made;
}

/** Without those that zod writes of any whole number. */
function boundsOf(schema: JsonObject): JsonObject {
  const bounds = Object.entries(keywordsOf(withBounds(schema), NUMBERS));
  return Object.fromEntries(
    bounds.filter(([, value]) => Math.abs(Number(value)) < Number.MAX_SAFE_INTEGER),
  );
}

/** A pattern beside a format that is known tells a person nothing more. */
function textSchema(schema: JsonObject): JsonObject {
  const { format, pattern } = schema;
  const isKnown = typeof format === "string" && FORM_FORMATS.includes(format);
  return {
    type: "string",
    ...keywordsOf(schema, LENGTHS),
    ...present({
      format: isKnown ? format : undefined,
      pattern: typeof pattern === "string" && !isKnown ? pattern : undefined,
    }),
  };
}

function choiceSchema(schema: JsonObject, values: readonly Json[]): JsonObject | undefined {
  if (values.some((value) => typeof value === "object" && value !== null)) return undefined;
  const { enumNames } = schema;
  const isNamed = Array.isArray(enumNames) && enumNames.length === values.length;
  return { enum: values, ...present({ enumNames: isNamed ? enumNames : undefined }) };
}

/** What is said of a field, and what it proposes, if it fits. */
export function toldOf(schema: JsonObject, plain: JsonObject): JsonObject {
  const { title, description, examples, default: offered } = schema;
  if (isFileField(plain)) return wordsOf(title, description);
  const proposed = offered === undefined ? undefined : proposedFor(plain, offered);
  return {
    ...wordsOf(title, description),
    ...present({ examples: Array.isArray(examples) ? examples : undefined, default: proposed }),
  };
}

function proposedFor({ enum: options, type }: JsonObject, offered: Json): Json | undefined {
  if (Array.isArray(options)) return options.includes(offered) ? offered : undefined;
  switch (type) {
    case "array":
      return Array.isArray(offered) ? offered : undefined;
    case "number":
    case "integer":
      return numberIn(offered);
    default:
      return typeof offered === type ? offered : undefined;
  }
}

/** Pydantic writes the default of a decimal as text. */
function numberIn(offered: Json): number | undefined {
  const number = typeof offered === "string" && offered.trim() !== "" ? Number(offered) : offered;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

export function wordsOf(title: Json | undefined, description: Json | undefined): JsonObject {
  return present({ title: wordsIn(title), description: wordsIn(description) });
}

function wordsIn(value: Json | undefined): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

export function keywordsOf(schema: JsonObject, names: readonly string[]): JsonObject {
  const there = names.filter((name) => schema[name] !== undefined);
  return Object.fromEntries(there.map((name): [string, Json] => [name, schema[name] ?? null]));
}

const BY_KEYWORD: Readonly<Record<string, string>> = {
  items: "array",
  contentEncoding: "string",
  prefixItems: "array",
  minLength: "string",
  maxLength: "string",
  pattern: "string",
  format: "string",
  minimum: "number",
  maximum: "number",
  properties: "object",
};

/** As it is said, or as its keywords tell. */
export function typeOf(schema: JsonObject): Json | undefined {
  if (schema["type"] !== undefined) return schema["type"];
  const told = Object.keys(BY_KEYWORD).find((keyword) => schema[keyword] !== undefined);
  return told === undefined ? undefined : BY_KEYWORD[told];
}
