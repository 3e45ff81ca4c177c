import type { Json, JsonObject } from "../../json.ts";
import { isJsonObject } from "../../json-equal.ts";

/** What a value is called in a sentence, as the evaluator has it. */
export type Kind = "text" | "a number" | "true or false" | "null" | "a list" | "an object";

/** A JSON Schema of a value; undefined where nothing is known of it. */
export type Shape = JsonObject | undefined;

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ["string", "text"],
  ["integer", "a number"],
  ["number", "a number"],
  ["boolean", "true or false"],
  ["null", "null"],
  ["array", "a list"],
  ["object", "an object"],
]);

/** The kinds that a value may have; undefined if it may be anything. */
export function kindsOf(shape: Shape): ReadonlySet<Kind> | undefined {
  if (shape === undefined) return undefined;
  const { type, anyOf, oneOf } = shape;
  if (Array.isArray(shape["enum"])) return new Set(shape["enum"].map(kindOfJson));
  if (shape["const"] !== undefined) return new Set([kindOfJson(shape["const"])]);
  if (type !== undefined) {
    const kinds = [type]
      .flat()
      .map((one) => (typeof one === "string" ? KINDS.get(one) : undefined));
    return allKnown(kinds);
  }
  const one = anyOf ?? oneOf;
  if (!Array.isArray(one)) return undefined;
  const each = one.map((part) => kindsOf(shapeOf(part)));
  return each.includes(undefined)
    ? undefined
    : new Set(each.flatMap((kinds = new Set()) => [...kinds]));
}

function allKnown(kinds: readonly (Kind | undefined)[]): ReadonlySet<Kind> | undefined {
  const known = kinds.filter((kind) => kind !== undefined);
  return known.length === kinds.length ? new Set(known) : undefined;
}

export function kindOfJson(value: Json): Kind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return KINDS.get(typeof value) ?? "an object";
}

export function shapeOf(schema: Json | undefined): Shape {
  return schema !== undefined && isJsonObject(schema) ? schema : undefined;
}

/** Every element of a list. */
export function elementOf(shape: Shape): Shape {
  const isTuple = shape?.["prefixItems"] !== undefined || Array.isArray(shape?.["items"]);
  return isTuple ? undefined : shapeOf(shape?.["items"]);
}

/** What makes fields possible that `properties` does not name. */
const OPENING =
  "patternProperties $ref $dynamicRef allOf anyOf oneOf if dependentSchemas dependencies".split(
    " ",
  );

/**
 * The fields that an object can have, if the schema names them all: a schema that says nothing of others
 * means those that it names.
 */
export function onlyFields(shape: Shape): readonly string[] | undefined {
  if (shape === undefined || OPENING.some((key) => shape[key] !== undefined)) return undefined;
  const { properties, additionalProperties = false } = shape;
  if (additionalProperties !== false) return undefined;
  return properties !== undefined && isJsonObject(properties) ? Object.keys(properties) : undefined;
}

export function fieldOf(shape: Shape, name: string): Shape {
  const { properties, additionalProperties } = shape ?? {};
  if (properties !== undefined && isJsonObject(properties) && Object.hasOwn(properties, name)) {
    return shapeOf(properties[name]);
  }
  return OPENING.some((key) => shape?.[key] !== undefined)
    ? undefined
    : shapeOf(additionalProperties);
}
