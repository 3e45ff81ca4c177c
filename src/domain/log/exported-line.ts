import type { LoggedEvent } from "./chain.ts";
import { type Event, eventCode } from "./event.ts";

/* One line of an exported log, as a file of somebody else's holds it. */

const LINE_PARTS = ["event", "hash", "code"];
const EVENT_PARTS = ["workspace", "seq", "type", "at", "actor", "subject", "agent", "data"];
const HASH = /^[0-9a-f]{64}$/;
const UNKNOWN_CODE = eventCode("");

/**
 * The event on a line, or what is wrong with the line, to stand behind its number. What no hash covers
 * must not stand there either: a reader of the file would take it for a part of the log.
 */
export function readExportedLine(text: string): LoggedEvent | string {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return "is garbled";
  }
  const { event, hash, code, proof } = (line ?? {}) as Partial<Record<string, unknown>>;
  if (proof !== undefined) return "is the proof of one event, which audit verify-proof checks";
  if (!isEvent(event) || typeof hash !== "string" || !HASH.test(hash)) {
    return "holds no event of an exported log";
  }
  if (!Object.keys(line as object).every((part) => LINE_PARTS.includes(part))) {
    return "says more than its hash covers";
  }
  const known = eventCode(event.type);
  if (code !== known && known !== UNKNOWN_CODE) return `has another code than ${known}`;
  // A member that stands twice is read as its last one, and shown as its first one by others.
  if (JSON.stringify(line) !== text) return "is not written as an export writes it";
  return { event, hash: fromHex(hash) };
}

/** What is wrong with the place of an event behind those before it; undefined if nothing is. */
export function placeFault(
  { seq }: Pick<Event, "seq">,
  { last, line }: { readonly last: number; readonly line: number },
): string | undefined {
  if (seq === last + 1) return undefined;
  if (last === 0) return `it begins with event ${seq}: ${eventsMissing(1, seq - 1)}`;
  if (seq === 1) return `line ${line} is event 1 again: a second export begins there`;
  if (seq <= last) return `line ${line} is event ${seq} again, behind event ${last}`;
  return `${eventsMissing(last + 1, seq - 1)}: line ${line} is event ${seq}`;
}

export function eventsMissing(first: number, last: number): string {
  return first === last ? `event ${first} is missing` : `events ${first} to ${last} are missing`;
}

/** A part that nothing hashes proves nothing. */
export function isEvent(value: unknown): value is Event {
  if (!isObject(value)) return false;
  return (
    Object.keys(value).every((part) => EVENT_PARTS.includes(part)) &&
    Number.isSafeInteger(value["seq"]) &&
    Number(value["seq"]) > 0 &&
    ["workspace", "type", "at", "subject"].every((part) => typeof value[part] === "string") &&
    (value["data"] === undefined || isObject(value["data"]))
  );
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}
