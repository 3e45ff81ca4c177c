import type { InboxSearch } from "../../domain/inbox/inbox-query.ts";
import { idsAround } from "../../domain/time-span.ts";
import { toMs } from "../../domain/timestamp.ts";
import { levelNumber } from "../requests/rows.ts";
import { LAST_REQUEST } from "./inbox-sql.ts";

/** What SQL can tell at once of what is sought. */
export interface Narrowing {
  /** Begins with `and`, or is empty. */
  readonly conditions: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** The ids that a search looks at, from the newest: below `first`, and no older than `last`. */
export function searchedIds({
  search,
  after,
}: {
  readonly search: InboxSearch;
  readonly after?: string;
}): { readonly first: string; readonly last: string } {
  const { floor = "", ceiling = LAST_REQUEST } = idsAround(search.span);
  return { first: after === undefined || after > ceiling ? ceiling : after, last: floor };
}

/** The comparison of an engine that lets letters of ASCII count without their case. */
export type Like = "like" | "ilike";

/** Where words can stand: as JSON, with names of its own between them. */
const JSON_TEXTS = ["r.question", "r.action", "r.authorization"];
/** Where they stand as they were said; or as JSON, where the engine cannot hold a letter beside them. */
const PLAIN_TEXT = "r.reason";

/**
 * Leaves out most requests that a search cannot find, before they are read as a whole. What is left
 * has to be looked at still: SQL sees the JSON, not what it says.
 */
export function narrowing(search: InboxSearch, like: Like): Narrowing {
  const values: Record<string, string | number> = {};
  const conditions: string[] = [];

  function named(prefix: string, given: readonly (string | number)[]): readonly string[] {
    return given.map((value, index) => {
      values[`${prefix}${index}`] = value;
      return `$${prefix}${index}`;
    });
  }
  function among(column: string, names: readonly string[]): void {
    if (names.length > 0) conditions.push(`and ${column} in (${names.join(", ")})`);
  }

  among("r.kind", named("kind", search.kinds));
  among("r.status", named("status", search.statuses));
  if (search.whose !== undefined) among("r.status", named("open", ["open"]));
  const { from, before } = search.span;
  if (from !== undefined) conditions.push(`and r.created_at >= ${named("from", [toMs(from)])}`);
  if (before !== undefined) {
    conditions.push(`and r.created_at < ${named("until", [toMs(before)])}`);
  }
  among("r.level", named("level", search.levels.map(levelNumber)));
  const words = search.words.filter(isAscii);
  const plain = named("said", words.map(pattern));
  for (const [index, json] of named("word", words.map(inJson).map(pattern)).entries()) {
    const places = [...JSON_TEXTS, PLAIN_TEXT].map((text) => [text, json]);
    if (plain[index] !== undefined) places.push([PLAIN_TEXT, plain[index]]);
    const isThere = places.map(([text, name]) => `${text} ${like} ${name} escape '!'`);
    conditions.push(`and (${isThere.join(" or ")})`);
  }
  return { conditions: conditions.join(" "), values };
}

/** Of other letters not every engine knows which are the same but for their case. */
function isAscii(word: string): boolean {
  return !/[^ -~]/.test(word);
}

function inJson(word: string): string {
  return JSON.stringify(word).slice(1, -1);
}

/** With nothing in it that means more than itself. */
function pattern(text: string): string {
  return `%${text.replaceAll(/[!%_]/g, "!$&")}%`;
}
