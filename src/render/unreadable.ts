import type { Authorization } from "../domain/authority/authorization.ts";
import type { Json } from "../domain/json.ts";
import { pointerPart } from "../domain/json-pointer.ts";
import type { RenderMessages } from "./messages/messages.ts";
import { shownPointer } from "./shown-json.ts";
import { oneLine } from "./visible-text.ts";
import { commaWords } from "./words/listed.ts";

/*
 * What of an action a person cannot read, though it is shown: secrets, files that stand there by their
 * digest alone, and texts that are encoded. It tells what hides, never what is harmless.
 */

/** Named one by one. */
const MOST_NAMED = 3;
const MOST_CHARS = 80;
/** A run of Base64 as long as a short command, and not a hash in hexadecimal digits. */
const BASE64 = /[A-Za-z\d+/_-]{64,}/g;
const HEX = /[\da-f]{130,}/i;
const PERCENT = /(?:%[\da-f]{2}){16,}/i;
const ESCAPES = /(?:\\x[\da-f]{2}|\\u[\da-f]{4}|\\[0-7]{3}){12,}/i;
const DATA = /^data:[^,]{0,100};base64,/i;

/** One sentence for each kind; empty if everything can be read. */
export function unreadableIn(
  { action, secrets }: Authorization,
  words: RenderMessages,
): readonly string[] {
  const { args, resources } = action;
  const encoded = encodedIn(args);
  return [
    ...(secrets.length === 0 ? [] : [words.say("hidden.secret", { names: named(secrets, words) })]),
    ...(encoded.length === 0
      ? []
      : [words.say("hidden.encoded", { names: named(encoded, words) })]),
    ...(resources.length === 0 ? [] : [words.say("hidden.files")]),
  ];
}

function named(pointers: readonly string[], words: RenderMessages): string {
  const shown = pointers
    .slice(0, MOST_NAMED)
    .map((pointer) => oneLine(shownPointer(pointer.slice(0, MOST_CHARS)), MOST_CHARS));
  const first = commaWords(shown, words);
  const more = pointers.length - MOST_NAMED;
  return more > 0 ? words.say("more", { first, count: more }) : first;
}

/** Not recursive, since the agent chooses how deep its arguments go. */
function encodedIn(args: Json): readonly string[] {
  const found: string[] = [];
  const open: (readonly [pointer: string, value: Json])[] = [["", args]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [pointer, value] = next;
    if (typeof value === "string") {
      if (isEncoded(value)) found.push(pointer);
      continue;
    }
    if (typeof value !== "object" || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      open.push([pointer + pointerPart(key), child]);
    }
  }
  return found.toReversed();
}

function isEncoded(text: string): boolean {
  if (text.length < 48) return false;
  if (DATA.test(text) || HEX.test(text) || PERCENT.test(text) || ESCAPES.test(text)) return true;
  return (text.match(BASE64) ?? []).some(isBase64);
}

/** Words and paths have neither digits nor capitals all over. */
function isBase64(run: string): boolean {
  const capitals = run.match(/[A-Z]/g)?.length ?? 0;
  const small = run.match(/[a-z]/g)?.length ?? 0;
  const digits = run.match(/\d/g)?.length ?? 0;
  return [capitals, small, digits].every((count) => count > run.length / 20);
}
