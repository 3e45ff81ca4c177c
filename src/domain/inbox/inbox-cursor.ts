import { LEVELS } from "../authority/action.ts";
import { EarshotError } from "../errors.ts";
import { isId } from "../id.ts";
import { present } from "../present.ts";
import { type Timestamp, toMs } from "../timestamp.ts";
import type { InboxItem, Split } from "./inbox.ts";

/** Where a page of the inbox ended: the values that it is ordered by. */
export type InboxPlace = Pick<InboxItem, "id" | "level" | "expiresAt">;

/** Stands for a missing value. */
const NONE = "-";
const BASE64URL = /^[\w-]{1,200}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Writes a place as the `next` of a page; it is valid only for the same part of the inbox. */
export function cursorOf(place: InboxPlace, of: Split | "search"): string {
  const { id, level = NONE, expiresAt = NONE } = place;
  const text = btoa([of, id, level, expiresAt].join(" "));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Reads a cursor; throws INVALID_INPUT unless `cursorOf` wrote it for this part. */
export function placeOf(cursor: string, of: Split | "search"): InboxPlace {
  const [part, id = "", levelText = "", expiresAt = "", ...more] = decoded(cursor).split(" ");
  const level = LEVELS.find((known) => known === levelText);
  const isWhole =
    part === of &&
    (level !== undefined || levelText === NONE) &&
    (expiresAt === NONE || isTimestamp(expiresAt)) &&
    more.length === 0;
  if (!(isWhole && isId("req", id))) throw refused();
  return { id, ...present({ level, expiresAt: expiresAt === NONE ? undefined : expiresAt }) };
}

function decoded(cursor: string): string {
  if (!BASE64URL.test(cursor)) throw refused();
  try {
    return atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    // No text encodes to this number of characters.
    throw refused();
  }
}

function isTimestamp(text: string): text is Timestamp {
  return TIMESTAMP.test(text) && !Number.isNaN(toMs(text));
}

function refused(): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    'The cursor is not one that "next" has given for this part of the inbox. Begin without one.',
  );
}
