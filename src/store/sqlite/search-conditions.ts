import type { InboxSearch } from "../../domain/inbox-query.ts";
import { levelNumber } from "../request-rows.ts";

/** What SQL can tell at once of what is sought. */
export interface Narrowing {
  /** Begins with `and`, or is empty. */
  readonly conditions: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Where words can stand: as JSON, with names of its own between them. */
const TEXTS = ["r.question", "r.action", "r.authorization", "r.reason"];

/**
 * Leaves out most requests that a search cannot find, before they are read as a whole. What is left
 * has to be looked at still: SQL sees the JSON, not what it says.
 */
export function narrowing(search: InboxSearch): Narrowing {
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
  among("r.level", named("level", search.levels.map(levelNumber)));
  for (const name of named("word", search.words.filter(isAscii).map(pattern))) {
    const places = TEXTS.map((text) => `${text} like ${name} escape '!'`);
    conditions.push(`and (${places.join(" or ")})`);
  }
  return { conditions: conditions.join(" "), values };
}

/** Of other letters SQLite does not know which are the same but for their case. */
function isAscii(word: string): boolean {
  return !/[^ -~]/.test(word);
}

/** As the word stands in JSON, with nothing in it that means more than itself. */
function pattern(word: string): string {
  const inJson = JSON.stringify(word).slice(1, -1);
  return `%${inJson.replaceAll(/[!%_]/g, "!$&")}%`;
}
