import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { SECRET_MARK } from "./redact.ts";
import { isCommitment } from "./secret-args.ts";

/** A row of a list has room for this many characters of arguments. */
const MOST_CHARS = 160;
/** The most of one text or key: a long one would push out later ones in which two requests may differ. */
const MOST_TEXT_CHARS = 40;

/** What could disturb or vanish in a row: control and format characters (also bidirectional), line ends, invisible blanks. */
const HIDDEN =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\u{2800}]/gu;
const PLAIN_KEY = /^[\w-]{1,40}$/;

/**
 * Arguments on one line, such as `amount: 120, to: "ACME"`, so that two requests for one tool can be
 * told apart in a list. A secret shows as `[secret]`. The line is for an overview and not for a
 * decision: it and each text in it are cut when they are long. No more of the arguments is read than
 * is shown.
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

/** The mark of a cut comes after the closing quote, where no text can imitate it. */
function quoted(text: string): string {
  const characters = Array.from(text.slice(0, 2 * MOST_TEXT_CHARS + 2));
  if (characters.length <= MOST_TEXT_CHARS) return JSON.stringify(text);
  return `${JSON.stringify(characters.slice(0, MOST_TEXT_CHARS).join(""))}…`;
}

function escaped(char: string): string {
  return `\\u{${char.codePointAt(0)?.toString(16)}}`;
}
