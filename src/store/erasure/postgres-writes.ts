import type { WorkspaceId } from "../../domain/id.ts";
import { WORDS_PLACES, type WordsPlace } from "../../ports/earshot/words.ts";
import type { Write } from "../../ports/store/store.ts";
import { type CommitWrite, each } from "../schema/commit-write.ts";
import type { Entry } from "../schema/write-row.ts";
import { dropColumns, WORDS_TABLES } from "./words-tables.ts";

/* What takes words and names out of rows, whatever else stands there. */

export type WordsWrite = Extract<Write, { readonly type: `words.${string}` }>;

const NUMBERS = ["seq", "version"];

function typed(column: string): string {
  return NUMBERS.includes(column) ? `${column} integer` : column;
}

/** The texts have names of their own here: one of the columns is called as a word of SQL is. */
function putting(place: WordsPlace): CommitWrite {
  const { key, texts } = WORDS_TABLES[place];
  const given = texts.map((_, index) => `was_${index}, new_${index}`).join(", ");
  const set = texts.map((column, index) => `"${column}" = _r.new_${index}`).join(", ");
  const same = texts.map((column, index) => `t."${column}" is not distinct from _r.was_${index}`);
  return {
    when: "if",
    sql: each(
      `workspace, ${key.map(typed).join(", ")}, ${given}`,
      `update ${place} t set ${set} where ${[...at(key), ...same].join(" and ")}`,
    ),
  };
}

function dropping(place: WordsPlace): CommitWrite {
  const columns = dropColumns(place);
  return {
    when: "rest",
    sql: each(
      `workspace, ${columns.map(typed).join(", ")}`,
      `delete from ${place} t where ${at(columns).join(" and ")}`,
    ),
  };
}

function at(columns: readonly string[]): readonly string[] {
  return ["workspace", ...columns].map((column) => `t.${column} = _r.${column}`);
}

type Kind = `${WordsPlace}.${"words" | "forget"}`;

/** None of the log: nothing changes that. */
const CHANGED = WORDS_PLACES.filter((place) => place !== "events");

export const WORDS_WRITES = Object.fromEntries(
  CHANGED.flatMap((place): [string, CommitWrite][] => [
    ...(WORDS_TABLES[place].texts.length === 0
      ? []
      : ([[`${place}.words`, putting(place)]] satisfies [string, CommitWrite][])),
    [`${place}.forget`, dropping(place)],
  ]),
) as Readonly<Record<Kind, CommitWrite>>;

export function wordsEntry(workspace: WorkspaceId, write: WordsWrite): Entry {
  const { place } = write;
  const places = [`${workspace} ${write.key[0]}`];
  if (write.type === "words.drop") {
    const columns = dropColumns(place);
    const row = Object.fromEntries(columns.map((column, index) => [column, write.key[index]]));
    return { kind: `${place}.forget`, rows: [{ workspace, ...row }], places };
  }
  const { key, texts } = WORDS_TABLES[place];
  const row = {
    ...Object.fromEntries(key.map((column, index) => [column, write.key[index]])),
    ...Object.fromEntries(
      texts.flatMap((column, index) => [
        [`was_${index}`, write.was[column] ?? null],
        [`new_${index}`, write.texts[column] ?? null],
      ]),
    ),
  };
  return { kind: `${place}.words`, rows: [{ workspace, ...row }], places };
}
