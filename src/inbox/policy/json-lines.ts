import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { say } from "./messages/messages.ts";

/** A parsed text with the position of each part, so that a fault can be shown at its line. */
export type Located =
  | { readonly value: unknown; readonly lineOf: (place: string) => number }
  | { readonly fault: string; readonly line: number };

/** Reads JSON as `JSON.parse` does; lines are counted from 1. */
export function locate(text: string): Located {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return scan(text).fault ?? { fault: say("fault.json"), line: 1 };
  }
  const { lines } = scan(text);
  return { value, lineOf: (place) => nearest(lines, place) };
}

/** The line of the place itself, or of the nearest written part around it. */
function nearest(lines: ReadonlyMap<string, number>, place: string): number {
  for (let rest = place; rest !== ""; rest = parentOf(rest)) {
    const line = lines.get(rest);
    if (line !== undefined) return line;
  }
  return 1;
}

function parentOf(place: string): string {
  const cut = Math.max(place.lastIndexOf("."), place.lastIndexOf("["));
  return cut <= 0 ? "" : place.slice(0, cut);
}

interface Scan {
  readonly lines: ReadonlyMap<string, number>;
  readonly fault?: { readonly fault: string; readonly line: number };
}

const TOKEN =
  /[ \t\r]*(?:(\n)|("(?:[^"\\\n]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)|([{}[\],:])|([^\s]))/gy;

interface Token {
  readonly text: string;
  readonly line: number;
  readonly kind: "text" | "value" | "sign" | "other";
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (const [, end, quoted, plain, sign, other] of text.matchAll(TOKEN)) {
    if (end !== undefined) line += 1;
    else if (quoted !== undefined) tokens.push({ text: quoted, line, kind: "text" });
    else if (plain !== undefined) tokens.push({ text: plain, line, kind: "value" });
    else if (sign !== undefined) tokens.push({ text: sign, line, kind: "sign" });
    else tokens.push({ text: other ?? "", line, kind: "other" });
  }
  return tokens;
}

function scan(text: string): Scan {
  const lines = new Map<string, number>();
  const reader = createReader(tokensOf(text));
  try {
    readValue(reader, "", lines);
    const rest = reader.peek();
    if (rest !== undefined) throw reader.unexpected(say("wanted.end"));
    return { lines };
  } catch (error) {
    if (!isEarshotError(error, "INVALID_INPUT")) throw error;
    return { lines, fault: { fault: error.message, line: Number(error.details?.["line"]) } };
  }
}

interface Reader {
  peek(): Token | undefined;
  next(): Token | undefined;
  /** What was found instead of the expected, with its line. */
  unexpected(wanted: string): EarshotError;
}

function createReader(tokens: readonly Token[]): Reader {
  let index = 0;
  return {
    peek: () => tokens[index],
    next: () => tokens[index++],
    unexpected(wanted) {
      const found = tokens[index];
      const line = found?.line ?? tokens.at(-1)?.line ?? 1;
      const message =
        found === undefined
          ? say("fault.ends", { wanted })
          : say("fault.found", { found: found.text.slice(0, 20), wanted });
      return new EarshotError("INVALID_INPUT", message, { details: { line } });
    },
  };
}

function readValue(reader: Reader, place: string, lines: Map<string, number>): void {
  const token = reader.peek();
  if (token === undefined) throw reader.unexpected(say("wanted.value"));
  if (!lines.has(place)) lines.set(place, token.line);
  if (token.text === "{") readObject(reader, place, lines);
  else if (token.text === "[") readArray(reader, place, lines);
  else if (token.kind === "text" || token.kind === "value") reader.next();
  else throw reader.unexpected(say("wanted.value"));
}

function readObject(reader: Reader, place: string, lines: Map<string, number>): void {
  readItems(reader, "}", () => {
    const key = reader.peek();
    if (key?.kind !== "text") throw reader.unexpected(say("wanted.key"));
    reader.next();
    if (reader.peek()?.text !== ":") throw reader.unexpected(say("wanted.colon"));
    reader.next();
    for (const at of placesOf(place, nameOf(key.text))) lines.set(at, key.line);
    readValue(reader, placesOf(place, nameOf(key.text))[0], lines);
  });
}

function readArray(reader: Reader, place: string, lines: Map<string, number>): void {
  let index = 0;
  readItems(reader, "]", () => {
    readValue(reader, `${place}[${index}]`, lines);
    index += 1;
  });
}

function readItems(reader: Reader, end: string, readItem: () => void): void {
  reader.next();
  if (reader.peek()?.text === end) {
    reader.next();
    return;
  }
  for (;;) {
    readItem();
    const sign = reader.peek()?.text;
    if (sign !== "," && sign !== end) throw reader.unexpected(say("wanted.comma", { end }));
    reader.next();
    if (sign === end) return;
  }
}

function nameOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

/** A key as the faults of a policy name it: in a map with known keys, and in one with any. */
function placesOf(place: string, key: string): readonly [string, string] {
  const shown = /^\w{1,64}$/.test(key) ? key : JSON.stringify(key);
  return [place === "" ? shown : `${place}.${shown}`, `${place}[${JSON.stringify(key)}]`];
}

export interface PlacedFault {
  readonly line: number;
  readonly text: string;
}

/** `rules[2].level: it is one of …` at the line of that value. */
export function placeFaults(
  faults: readonly string[],
  lineOf: (place: string) => number,
): readonly PlacedFault[] {
  return faults.map((text) => {
    const [, place = ""] = /^([\w.[\]"/~*-]+): /.exec(text) ?? [];
    return { line: lineOf(place), text };
  });
}
