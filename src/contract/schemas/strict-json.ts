import { EarshotError } from "../../domain/errors.ts";
import type { Json } from "../../domain/json.ts";

/** What a body may hold. A real question is far below each limit. */
export const JSON_LIMITS = {
  maxBytes: 512 * 1024,
  maxDepth: 32,
  maxKeys: 2_000,
  /** For all lists together. Telling what is wrong with each of 200,000 items would take seconds. */
  maxItems: 2_000,
} as const;

/** For a call whose arguments may be too long to show. */
export const MAX_LONG_BODY_BYTES = 6 * 1024 * 1024;

/** For a message of a person with its attachments in base64. */
export const MAX_SPOKEN_BODY_BYTES = 16 * 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const COMMA = 0x2c;
const MAX_SAFE_DIGITS = 15;
/** No sender needs more digits, and checking a hundred thousand of them is slow. */
const MAX_DIGITS = 400;

/**
 * Parses JSON from a stranger. It refuses what JSON.parse refuses, and what JSON.parse silently
 * changes: a repeated key (the last one would win), a number that loses digits, and `__proto__`. It
 * also refuses nesting that is too deep and too many keys or items. Its caller bounds the size.
 */
export function parseJson(text: string): Json {
  scan(text);
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    throw new EarshotError("INVALID_INPUT", `The body is not JSON: ${(cause as Error).message}.`, {
      cause,
    });
  }
}

function refuse(what: string): never {
  throw new EarshotError("INVALID_INPUT", `The body's JSON ${what}.`);
}

/** The keys seen so far in each open object; `undefined` for an open array. */
interface Scan {
  readonly text: string;
  readonly open: (Set<string> | undefined)[];
  keys: number;
  items: number;
}

/** Passes over the text once. If it is not JSON at all, JSON.parse reports that. */
function scan(text: string): void {
  const state: Scan = { text, open: [], keys: 0, items: 0 };
  let index = 0;
  while (index < text.length) index = scanToken(state, index);
}

/** Checks the token at `index` and returns where the next one begins. */
function scanToken(state: Scan, index: number): number {
  const unit = state.text.charCodeAt(index);
  switch (unit) {
    case QUOTE:
      return scanString(state, index);
    case OPEN_OBJECT:
    case OPEN_ARRAY:
      if (state.open.length === JSON_LIMITS.maxDepth) {
        refuse(`is nested deeper than ${JSON_LIMITS.maxDepth} levels`);
      }
      state.open.push(unit === OPEN_OBJECT ? new Set() : undefined);
      return index + 1;
    case CLOSE_OBJECT:
    case CLOSE_ARRAY:
      state.open.pop();
      return index + 1;
    case COMMA:
      if (state.open.at(-1) === undefined) countItem(state);
      return index + 1;
    default:
      return isNumberStart(unit) ? checkedNumberEnd(state.text, index) : index + 1;
  }
}

/** Counts separators between items, which is close enough for a limit. */
function countItem(state: Scan): void {
  state.items += 1;
  if (state.items >= JSON_LIMITS.maxItems) refuse(`has more than ${JSON_LIMITS.maxItems} items`);
}

function isNumberStart(unit: number): boolean {
  return unit === 0x2d || (unit >= 0x30 && unit <= 0x39);
}

function scanString(state: Scan, index: number): number {
  const end = stringEnd(state.text, index);
  const keys = state.open.at(-1);
  if (keys !== undefined && isColonNext(state.text, end)) {
    state.keys += 1;
    if (state.keys > JSON_LIMITS.maxKeys) refuse(`has more than ${JSON_LIMITS.maxKeys} keys`);
    addKey(keys, state.text.slice(index, end));
  }
  return end;
}

/** The index after the closing quote of the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  let index = start + 1;
  for (;;) {
    const quote = text.indexOf('"', index);
    if (quote === -1) return text.length;
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote + 1;
    index = quote + 1;
  }
}

/** In an object, a string before a colon is a key. */
function isColonNext(text: string, end: number): boolean {
  let index = end;
  while (isSpace(text.charCodeAt(index))) index++;
  return text.charCodeAt(index) === 0x3a;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

function addKey(keys: Set<string>, quoted: string): void {
  const key = unquoted(quoted);
  if (key === "__proto__") refuse('has the key "__proto__"');
  if (key === undefined) return;
  if (keys.has(key)) refuse(`has the key ${JSON.stringify(key.slice(0, 40))} twice`);
  keys.add(key);
}

function unquoted(quoted: string): string | undefined {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}

const NUMBER = /-?\d+(\.\d+)?([eE][+-]?\d+)?/y;

function checkedNumberEnd(text: string, start: number): number {
  NUMBER.lastIndex = start;
  const [digits, , exponent] = NUMBER.exec(text) ?? [];
  if (digits === undefined) return start + 1;
  if (digits.length > MAX_SAFE_DIGITS || exponent !== undefined) checkDigits(digits);
  return start + digits.length;
}

function checkDigits(digits: string): void {
  if (digits.length <= MAX_DIGITS && isKept(digits, Number(digits))) return;
  refuse(`holds the number ${digits.slice(0, 40)}, which would lose digits; send it as text`);
}

/**
 * Whether a number keeps the value of its text. For a fraction the nearest double is enough, since no
 * sender means more. A whole number, such as an id, has to keep every digit.
 */
function isKept(digits: string, value: number): boolean {
  if (value === 0) return significant(digits) === "";
  if (!Number.isInteger(value)) return Number.isFinite(value);
  if (Number.isSafeInteger(value)) return true;
  return !/^-?\d+$/.test(digits) && significant(digits) === significant(String(value));
}

/** The digits of a number without sign, point, exponent, and leading and trailing zeros. */
function significant(digits: string): string {
  const [mantissa = ""] = digits.toLowerCase().split("e");
  return mantissa.replaceAll(/[-.]/g, "").replaceAll(/^0+|0+$/g, "");
}
