import { MAX_TEXT_BYTES } from "../limits.ts";
import { utf8Length } from "../text.ts";

/* A message that is too long for a conversation is attached to it, and stands there in part. */

const BEGINNING = 12 * 1024;
const END = 4 * 1024;
/** A part ends with a line, if one ends so near. */
const NEAR = 1024;
const MARK = /\n\n\[… [^\n\]]{1,200} …\]\n\n/;

/** Whether the message is to be attached rather than said. */
export function isLongMessage(message: string): boolean {
  return message.length * 3 > MAX_TEXT_BYTES && utf8Length(message) > MAX_TEXT_BYTES;
}

/** Its beginning and its end, where people say what they want with the rest; between them a mark. */
export function partOfLongMessage(message: string, attachedAs: string): string {
  const beginning = message.slice(0, BEGINNING);
  const line = beginning.lastIndexOf("\n");
  const first = line > BEGINNING - NEAR ? beginning.slice(0, line) : beginning;
  const end = message.slice(-END);
  const next = end.indexOf("\n");
  const last = next !== -1 && next < NEAR ? end.slice(next + 1) : end;
  const kib = Math.ceil(utf8Length(message) / 1024);
  const mark = `[… the whole message has ${kib} KiB and is attached as ${attachedAs} …]`;
  return `${whole(first)}\n\n${mark}\n\n${whole(last)}`;
}

/** The parts without the mark, which nobody said. */
export function withoutMark(content: string): string {
  return content.replace(MARK, "\n\n");
}

/** Without the half of a surrogate pair that a cut leaves. */
function whole(part: string): string {
  const isCutBefore = /^[\udc00-\udfff]/.test(part);
  const isCutBehind = /[\ud800-\udbff]$/.test(part);
  return part.slice(isCutBefore ? 1 : 0, isCutBehind ? -1 : undefined);
}
