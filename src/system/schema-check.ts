import { type Schema, Validator } from "@cfworker/json-schema";
import type { SchemaCheck } from "../domain/form-dialect.ts";

const MAX_FAULTS = 5;

/**
 * Interprets schemas without `eval`, so that an agent's schema is never compiled to code. Reports
 * only the innermost faults: the outer ones only repeat that something inside is wrong.
 */
export const checkSchema: SchemaCheck = (schema, value) => {
  const { valid, errors } = new Validator(schema as Schema, "2020-12", false).validate(value);
  if (valid) return [];
  const inner = errors.filter(({ keyword }) => keyword !== "properties" && keyword !== "items");
  return inner.slice(0, MAX_FAULTS).map(({ instanceLocation, error }) => {
    const place = instanceLocation === "#" ? "" : `${instanceLocation.slice(2)}: `;
    return place + error;
  });
};
