import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { referredIn } from "./foreign-schema.ts";

/** What is deeper is left out. */
const DEPTH = 3;
const MOST_CHARS = 300;
const MOST_PARTS = 8;

/** One line for who writes a value as JSON: `[{"street": text, "zip"?: text}, …]`. */
export function jsonShape(root: JsonObject, schema: JsonObject): string {
  const shape = shapeOf(root, schema, DEPTH);
  const isTold = shape !== "…" && shape.length <= MOST_CHARS;
  return isTold ? `As JSON: ${shape}` : "As JSON.";
}

function shapeOf(root: JsonObject, json: Json, depth: number): string {
  if (!isJsonObject(json) || depth < 0) return "…";
  const { $ref, const: only, enum: listed, anyOf, oneOf } = json;
  if ($ref !== undefined) return shapeOf(root, referredIn(root, $ref, ""), depth - 1);
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(listed)) return oneOf_(listed.map((value) => JSON.stringify(value)));
  const branches = anyOf ?? oneOf;
  if (Array.isArray(branches)) return oneOf_(branches.map((one) => shapeOf(root, one, depth - 1)));
  return ofType(root, json, depth);
}

const WORDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "number",
  integer: "whole number",
  boolean: "true or false",
  null: "null",
};

function ofType(root: JsonObject, schema: JsonObject, depth: number): string {
  const { type, properties, items, prefixItems, additionalProperties: others } = schema;
  if (Array.isArray(type)) return oneOf_(type.map((one) => WORDS[String(one)] ?? "…"));
  if (isJsonObject(properties)) return members(root, schema, depth);
  if (Array.isArray(prefixItems ?? items)) {
    const each = listOf(prefixItems ?? items).map((one) => shapeOf(root, one, depth - 1));
    return `[${each.slice(0, MOST_PARTS).join(", ")}]`;
  }
  if (isJsonObject(items)) return `[${shapeOf(root, items, depth - 1)}, …]`;
  if (type === "array") return "[…]";
  if (type !== "object") return WORDS[String(type)] ?? "…";
  return isJsonObject(others) ? `{"name": ${shapeOf(root, others, depth - 1)}, …}` : "{…}";
}

function members(root: JsonObject, { properties, required }: JsonObject, depth: number): string {
  const all = Object.entries(isJsonObject(properties) ? properties : {});
  const shown = all.slice(0, MOST_PARTS).map(([name, inner]) => {
    const mark = listOf(required).includes(name) ? "" : "?";
    return `${JSON.stringify(name)}${mark}: ${shapeOf(root, inner, depth - 1)}`;
  });
  return `{${[...shown, ...(all.length > shown.length ? ["…"] : [])].join(", ")}}`;
}

function oneOf_(all: readonly string[]): string {
  const shown = all.slice(0, MOST_PARTS);
  return [...shown, ...(all.length > shown.length ? ["…"] : [])].join(" | ");
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
