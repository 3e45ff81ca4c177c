import { format as formats, type Schema, Validator } from "@cfworker/json-schema";
import { EarshotError } from "../domain/errors.ts";
import type { SchemaCheck } from "../domain/form-dialect.ts";
import { patternOf, withParts } from "../domain/forms/foreign-schema.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { isJsonObject } from "../domain/json-equal.ts";
import { compileSchemaPattern, schemaPatternFault } from "./schema-pattern.ts";

const MAX_FAULTS = 5;

/** Before a pattern where the library looks for the name of a format. */
const AS_FORMAT = "pattern:";

/*
 * The library would run a pattern in an engine that a few letters can stall for hours. As a format its
 * check is ours; nothing else is found where the library's own formats end.
 */
Object.setPrototypeOf(
  formats,
  new Proxy(Object.create(null), {
    get: (_, name) =>
      typeof name === "string" && name.startsWith(AS_FORMAT)
        ? compileSchemaPattern(name.slice(AS_FORMAT.length))
        : undefined,
  }),
);

/**
 * Interprets schemas without `eval`, so that an agent's schema is never compiled to code. Reports
 * only the innermost faults: the outer ones only repeat that something inside is wrong.
 */
export const checkSchema: SchemaCheck = Object.assign(
  (schema: JsonObject, value: Json): readonly string[] => {
    const read = withoutPatterns(schema) as Schema;
    const { valid, errors } = new Validator(read, "2020-12", false).validate(value);
    return valid ? [] : told(errors);
  },
  { patternFault: schemaPatternFault },
);

function withoutPatterns(schema: Json): Json {
  if (!isJsonObject(schema)) return schema;
  if (schema["patternProperties"] !== undefined) {
    throw new EarshotError("INVALID_INPUT", `"patternProperties" of a schema is not checked here.`);
  }
  const { pattern: _, ...rest } = withParts(schema, withoutPatterns);
  const pattern = patternOf(schema);
  if (pattern === undefined) return rest;
  const { allOf } = rest;
  const all = Array.isArray(allOf) ? allOf : [];
  return { ...rest, allOf: [...all, { format: AS_FORMAT + pattern }] };
}

interface Fault {
  readonly keyword: string;
  readonly instanceLocation: string;
  readonly error: string;
}

/** They only say that something inside is wrong. */
const OUTER = ["$ref", "allOf", "items", "prefixItems", "properties"];
const BRANCHES = ["anyOf", "oneOf"];

function told(errors: readonly Fault[]): readonly string[] {
  const isNamed = errors.some(({ keyword }) => keyword === "false");
  const inner = errors.filter(
    ({ keyword }) =>
      !OUTER.includes(keyword) && keyword !== (isNamed ? "false" : "additionalProperties"),
  );
  const known = inner.length === 0 ? errors : inner;
  const deepest = known.filter(({ keyword }) => !BRANCHES.includes(keyword));
  const shown = deepest.length === 0 ? known : deepest;
  const values = shown.filter(({ error }) => !error.endsWith('Expected "null".'));
  const texts = (values.length === 0 ? shown : values).map(textOf);
  return [...new Set(texts)].slice(0, MAX_FAULTS);
}

function textOf({ instanceLocation, error }: Fault): string {
  const place = instanceLocation === "#" ? "" : `${instanceLocation.slice(2)}: `;
  const [before, pattern] = error.split(`format "${AS_FORMAT}`);
  return pattern === undefined
    ? place + error
    : `${place}${before}the pattern ${pattern.slice(0, -'".'.length)}.`;
}
