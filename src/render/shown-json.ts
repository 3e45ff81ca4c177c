import type { Json, JsonObject } from "../domain/json.ts";
import { revealed, spaces } from "./visible-text.ts";

/** One argument, or a part of one: its place and its value, as people see it. */
export type ShownValue =
  | { readonly path: string; readonly value: string }
  /**
   * Text of several lines, with JSON's escapes except for quotation marks; `count` is for the text.
   */
  | { readonly path: string; readonly lines: readonly string[]; readonly count: number };

/** Shown instead of a secret; the same words in a text are in quotation marks. */
export const SECRET = "(secret)";

/** Anything deeper is shown as one JSON value. */
const DEPTH = 32;
/**
 * A long key would be repeated before everything below it; beyond this length all is shown as one
 * JSON value.
 */
const MOST_PATH_CHARS = 1024 * 1024;

/** Of a key in a pointer. */
const KEY_CHARS = 40;

/** A JSON value on one line. With the escapes resolved, `JSON.parse` returns the value. */
export function shownJson(value: Json): string {
  return isSecret(value) ? SECRET : revealed(JSON.stringify(value));
}

/** Text on one line, without the quotation marks of JSON. */
export function shownText(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1);
  return revealed(inner.replace(/\\(.)/g, (pair, char) => (char === '"' ? char : pair)));
}

/** Empty lines in a row: more would push the rest out of sight, and are counted instead. */
const MOST_EMPTY = 3;

/** Text of several lines: joined by line ends and with the counted ones, they are the text. */
export function shownLines(path: string, text: string): ShownValue {
  const all = text.split("\n").map((line) => shownText(line).replace(/ +$/, spaces));
  const lines: string[] = [];
  let empty = 0;
  for (const line of [...all, undefined]) {
    if (line === "") {
      empty += 1;
      continue;
    }
    if (empty > MOST_EMPTY) lines.push(`⟨×${empty} empty lines⟩`);
    else lines.push(...Array.from({ length: empty }, () => ""));
    empty = 0;
    if (line !== undefined) lines.push(line);
  }
  return { path, lines, count: all.length };
}

/** Every argument in full, in the stored order. */
export function shownArgs(args: JsonObject): readonly ShownValue[] {
  const shown: ShownValue[] = [];
  let pathChars = 0;

  function add(value: Json, path: string, depth: number): void {
    const parts = depth < DEPTH ? partsOf(value) : [];
    if (parts.length === 0) {
      pathChars += path.length;
      if (pathChars <= MOST_PATH_CHARS) shown.push(shownValue(path, value));
    }
    for (const [key, part] of parts) {
      if (pathChars > MOST_PATH_CHARS) return;
      add(part, `${path}/${key}`, depth + 1);
    }
  }

  add(args, "", 0);
  return pathChars > MOST_PATH_CHARS ? [{ path: "", value: shownJson(args) }] : shown;
}

/** Text keeps its line ends: people read it as it was written. */
function shownValue(path: string, value: Json): ShownValue {
  const hasLines = typeof value === "string" && value.includes("\n");
  return hasLines ? shownLines(path, value) : { path, value: shownJson(value) };
}

/** The path of a member: a key that could be taken for anything else is in quotation marks. */
function shownKey(key: string): string {
  return /^[a-z_$][\w$-]*$/i.test(key) ? key : shownJson(key);
}

/** A JSON Pointer in which no key passes for words of Earshot's or takes much room. */
export function shownPointer(pointer: string): string {
  const keys = pointer.split("/").slice(1).map(unescaped);
  return keys.map((key) => `/${/^\d{1,9}$/.test(key) ? key : shownKey(shortened(key))}`).join("");
}

function unescaped(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

function shortened(key: string): string {
  const characters = Array.from(key);
  return characters.length > KEY_CHARS ? `${characters.slice(0, KEY_CHARS).join("")}…` : key;
}

function partsOf(value: Json): [string, Json][] {
  if (typeof value !== "object" || value === null || isSecret(value)) return [];
  if (Array.isArray(value)) return value.map((item, index) => [String(index), item as Json]);
  return Object.entries(value).map(([key, part]) => [shownKey(key), part as Json]);
}

function isSecret(value: Json): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length === 1 &&
    typeof (value as JsonObject)["$secret"] === "string"
  );
}
