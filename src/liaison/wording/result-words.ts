import type { Json } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import type { Wording } from "./wording.ts";

/** What lies deeper is data, which the conversation's own view shows. */
const MOST_DEPTH = 4;
const MOST_LINES = 200;

/** A result as a person reads it: names and values, one a line, and items with a dash. */
export function resultWords(result: Json, wording: Wording): string {
  const lines = linesOf(result, wording, 0);
  const { say } = wording;
  if (isEmpty(result)) return say("result.empty");
  const shown = lines.slice(0, MOST_LINES);
  return (lines.length > shown.length ? [...shown, say("result.rest")] : shown).join("\n");
}

function isEmpty(result: Json): boolean {
  if (typeof result === "string") return result.trim() === "";
  return result === null || (typeof result === "object" && !isNested(result));
}

function linesOf(value: Json, wording: Wording, depth: number): readonly string[] {
  if (typeof value === "string" && depth === 0) return [value];
  if (!isNested(value)) return [plainWords(value, wording)];
  if (depth >= MOST_DEPTH) return [JSON.stringify(value)];
  return Array.isArray(value)
    ? value.flatMap((item: Json) => itemLines(item, wording, depth))
    : Object.entries(value).flatMap(([name, field]) => fieldLines(name, { field, wording, depth }));
}

function itemLines(item: Json, wording: Wording, depth: number): readonly string[] {
  const [first = "", ...others] = linesOf(item, wording, depth + 1);
  return [`- ${first}`, ...others.map((line) => `  ${line}`)];
}

function fieldLines(
  name: string,
  {
    field,
    wording,
    depth,
  }: { readonly field: Json; readonly wording: Wording; readonly depth: number },
): readonly string[] {
  const lines = linesOf(field, wording, depth + 1);
  const [only = ""] = lines;
  const { say } = wording;
  if (!isNested(field) && lines.length === 1) {
    return [say("line", { name: nameWords(name), value: only })];
  }
  return [say("part", { name: nameWords(name) }), ...lines.map((line) => `  ${line}`)];
}

function isNested(value: Json): value is readonly Json[] | { readonly [name: string]: Json } {
  if (Array.isArray(value)) return value.length > 0;
  return isJsonObject(value) && Object.keys(value).length > 0;
}

function plainWords(value: Json, { say }: Wording): string {
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  if (typeof value === "string" || typeof value === "number") return String(value);
  return say("nothing");
}

/** `top_products` and `topProducts` are names of programs. */
function nameWords(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, " ")
    .replaceAll(/(?<=\p{Ll})\p{Lu}(?=\p{Ll})/gu, (letter) => ` ${letter.toLowerCase()}`);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
