import type { Json } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import type { SpecificationChange } from "../../domain/liaison/task-specification.ts";
import { listed } from "./list.ts";

/** One change of a specification in a line. */
export function changeWords({ kind, field, before, after }: SpecificationChange): string {
  const name = fieldName(field);
  switch (kind) {
    case "added":
      return `new ${name}: ${valueWords(after)}`;
    case "removed":
      return `no longer ${name}: ${valueWords(before)}`;
    case "changed":
      return `${name}: ${valueWords(after)} (was: ${valueWords(before)})`;
  }
}

const NAMES: Readonly<Record<string, string>> = {
  requirements: "requirement",
  constraints: "constraint",
  success_criteria: "criterion",
  required_capabilities: "capability",
  assumptions: "assumption",
};

function fieldName(field: string): string {
  return NAMES[field] ?? field.replace(/^context\./, "").replaceAll("_", " ");
}

function valueWords(value: Json | undefined): string {
  if (value === undefined || value === null) return "nothing";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return listed(value.map((one) => valueWords(one as Json)));
  if (isJsonObject(value) && typeof value["description"] === "string") return value["description"];
  return JSON.stringify(value);
}
