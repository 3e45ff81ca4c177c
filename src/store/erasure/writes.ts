import { WORDS_PLACES, type WordsPlace } from "../../ports/earshot/words.ts";
import { changes, changesIf, type WriteOf, type WriteRow } from "../schema/write-row.ts";
import { dropColumns, WORDS_TABLES } from "./words-tables.ts";

const NUMBERS = ["seq", "version"];

function typed(column: string): string {
  return NUMBERS.includes(column) ? `${column} integer` : column;
}

/** The texts get other names here, since one column is named like a word of SQL. */
function putting(place: WordsPlace): WriteRow<WriteOf<"words.put">> {
  const { key, texts } = WORDS_TABLES[place];
  const given = texts.map((_, index) => `was_${index}, new_${index}`).join(", ");
  const set = texts.map((column, index) => `"${column}" = _r.new_${index}`).join(", ");
  const same = texts.map((column, index) => `t."${column}" is not distinct from _r.was_${index}`);
  return {
    ...changesIf(
      `workspace, ${key.map(typed).join(", ")}, ${given}`,
      `update ${place} t set ${set} where ${[...at(key), ...same].join(" and ")}`,
    ),
    toEntry(workspace, write) {
      const row = {
        ...Object.fromEntries(key.map((column, index) => [column, write.key[index]])),
        ...Object.fromEntries(
          texts.flatMap((column, index) => [
            [`was_${index}`, write.was[column] ?? null],
            [`new_${index}`, write.texts[column] ?? null],
          ]),
        ),
      };
      return { rows: [{ workspace, ...row }], places: [`${workspace} ${write.key[0]}`] };
    },
  };
}

function dropping(place: WordsPlace): WriteRow<WriteOf<"words.drop">> {
  const columns = dropColumns(place);
  return {
    ...changes(
      `workspace, ${columns.map(typed).join(", ")}`,
      `delete from ${place} t where ${at(columns).join(" and ")}`,
    ),
    toEntry(workspace, write) {
      const row = Object.fromEntries(columns.map((column, index) => [column, write.key[index]]));
      return { rows: [{ workspace, ...row }], places: [`${workspace} ${write.key[0]}`] };
    },
  };
}

function at(columns: readonly string[]): readonly string[] {
  return ["workspace", ...columns].map((column) => `t.${column} = _r.${column}`);
}

type Table = { readonly [Kind in `${WordsPlace}.words`]: WriteRow<WriteOf<"words.put">> } & {
  readonly [Kind in `${WordsPlace}.forget`]: WriteRow<WriteOf<"words.drop">>;
};

/** Without the log, which nothing changes. */
const CHANGED = WORDS_PLACES.filter((place) => place !== "events");

/** Writes that remove words and names from rows. */
export const WORDS_WRITES = Object.fromEntries(
  CHANGED.flatMap((place) => [
    ...(WORDS_TABLES[place].texts.length === 0
      ? []
      : [[`${place}.words`, putting(place)] as const]),
    [`${place}.forget`, dropping(place)] as const,
  ]),
) as unknown as Table;
