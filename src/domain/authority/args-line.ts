import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { SECRET_MARK } from "./redact.ts";
import { isCommitment } from "./secret-args.ts";

/** Characters of arguments that a row of a list has room for. */
const MOST_CHARS = 160;
/** Of one text or key: a long one would push out those after it, by which two requests may differ. */
const MOST_TEXT_CHARS = 40;

/** What a row could obey or hide: controls, formats (the bidirectional ones too), line ends and blanks without a sign. */
const HIDDEN =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\u{2800}]/gu;
const PLAIN_KEY = /^[\w-]{1,40}$/;

/**
 * Arguments on one line, such as `amount: 120, to: "ACME"`, so that two requests for one tool can be
 * told apart in a list. A secret stands there as `[secret]`. The line is for looking, not for
 * deciding: it and each text in it are cut when they are long. It reads no more of the arguments than
 * it shows.
 */
export function argsLine(args: JsonObject): string {
  let line = "";
  for (const part of membersOf(args)) {
    line += part.replace(HIDDEN, escaped);
    if (line.length > 2 * MOST_CHARS) break;
  }
  const characters = Array.from(line);
  return characters.length <= MOST_CHARS
    ? line
    : `${characters.slice(0, MOST_CHARS - 1).join("")}…`;
}

function* membersOf(value: JsonObject): Generator<string> {
  let comma = "";
  for (const [key, item] of Object.entries(value)) {
    yield `${comma}${PLAIN_KEY.test(key) ? key : quoted(key)}: `;
    yield* partsOf(item);
    comma = ", ";
  }
}

function* partsOf(value: Json): Generator<string> {
  if (isCommitment(value)) yield SECRET_MARK;
  else if (Array.isArray(value)) {
    yield "[";
    let comma = "";
    for (const item of value) {
      yield comma;
      yield* partsOf(item);
      comma = ", ";
    }
    yield "]";
  } else if (isJsonObject(value)) {
    yield "{";
    yield* membersOf(value);
    yield "}";
  } else yield typeof value === "string" ? quoted(value) : JSON.stringify(value);
}

/** The sign of a cut stands after the quotes, where no text can write it. */
function quoted(text: string): string {
  const characters = Array.from(text.slice(0, 2 * MOST_TEXT_CHARS + 2));
  if (characters.length <= MOST_TEXT_CHARS) return JSON.stringify(text);
  return `${JSON.stringify(characters.slice(0, MOST_TEXT_CHARS).join(""))}…`;
}

function escaped(char: string): string {
  return `\\u{${char.codePointAt(0)?.toString(16)}}`;
}
