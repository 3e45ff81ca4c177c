import type { z } from "zod";
import type { JsonObject } from "../../domain/json.ts";
import { didYouMean } from "./nearest.ts";
import { kindOf } from "./read-arguments.ts";
import type { RegisteredTool } from "./registry.ts";

const MAX_ISSUES = 5;
/** An issue quotes what it found, which may be half a megabyte from the model. */
const MAX_LENGTH = 300;

type Issue = z.core.$ZodIssue;

/** What is wrong with the arguments of a call and what the tool takes, in words for a model. */
export function explainIssues(
  { tool, parameters }: RegisteredTool,
  issues: readonly Issue[],
  args: JsonObject,
): string {
  const names = parameterNames(parameters);
  const said = issues
    .slice(0, MAX_ISSUES)
    .map((issue) => inWords(issue, args, names).slice(0, MAX_LENGTH));
  return `${said.join("; ")}. ${signature(tool.name, parameters)}`;
}

/** `write takes key (string) and value (string).` */
export function signature(name: string, parameters: JsonObject): string {
  const { required = [] } = parameters as { readonly required?: readonly string[] };
  const taken = Object.entries((parameters["properties"] ?? {}) as JsonObject).map(
    ([key, schema]) => {
      const { type } = schema as { readonly type?: unknown };
      const parts = [
        ...(typeof type === "string" ? [type] : []),
        ...(required.includes(key) ? [] : ["optional"]),
      ];
      return parts.length === 0 ? key : `${key} (${parts.join(", ")})`;
    },
  );
  const last = taken.pop();
  if (last === undefined) return `${name} takes no arguments.`;
  return `${name} takes ${taken.length === 0 ? last : `${taken.join(", ")} and ${last}`}.`;
}

function parameterNames(parameters: JsonObject): string[] {
  return Object.keys((parameters["properties"] ?? {}) as JsonObject);
}

function inWords(issue: Issue, args: JsonObject, names: readonly string[]): string {
  const place = JSON.stringify(issue.path.map(String).join("."));
  if (issue.code === "unrecognized_keys") {
    return issue.path.length === 0
      ? issue.keys.map((key) => unknownParameter(key, names)).join("; ")
      : `${place} has no ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`;
  }
  const found = valueAt(args, issue.path);
  if (found === undefined && issue.path.length > 0) return `${place} is missing`;
  if (issue.code === "invalid_type") {
    return `${place} must be ${wanted(issue.expected)}, not ${kindOf(found)}`;
  }
  return issue.path.length === 0 ? issue.message : `${place}: ${issue.message}`;
}

function unknownParameter(key: string, names: readonly string[]): string {
  const shown = JSON.stringify(key.slice(0, 64));
  return `there is no parameter ${shown}${didYouMean(key, names).replace(" Did", ": did").replace("?", "")}`;
}

function valueAt(args: JsonObject, path: readonly PropertyKey[]): unknown {
  let value: unknown = args;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

const WANTED: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function wanted(expected: string): string {
  return WANTED[expected] ?? expected;
}
