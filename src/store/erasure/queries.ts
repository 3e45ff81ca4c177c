import { type Kysely, type RawBuilder, sql } from "kysely";
import type { WordsKey, WordsQuery, WordsRow } from "../../ports/earshot/words.ts";
import type { Tables } from "../schema/tables.ts";
import { WORDS_TABLES } from "./words-tables.ts";

type Found = Readonly<Record<string, string | number | null>>;

/** Each page follows a primary key, so a step costs the same in a table of any size. */
export function createWordsQueries(db: Kysely<Tables>) {
  return {
    async wordsPage(query: WordsQuery): Promise<readonly WordsRow[]> {
      const { key, texts, open } = WORDS_TABLES[query.place];
      if (query.open === true && open === undefined) return [];
      const columns = [...key, ...texts].map((column) => sql.ref(column));
      const { rows } = await sql<Found>`select ${sql.join(columns)} from ${sql.table(query.place)}
        where workspace = ${query.workspace} ${than(key, ">", query.after)} ${than(key, "=", query.only)}
        ${query.open === true ? sql`and ${sql.raw(open ?? "")}` : sql``}
        order by ${sql.join(key.map((column) => sql.ref(column)))}
        limit ${sql.lit(query.limit)}`.execute(db);
      return rows.map((row) => ({
        key: key.map((column) => row[column] as string | number),
        texts: Object.fromEntries(texts.map((column) => [column, row[column] as string | null])),
      }));
    },
  };
}

function than(
  key: readonly string[],
  is: ">" | "=",
  values: WordsKey | undefined,
): RawBuilder<unknown> {
  if (values === undefined) return sql``;
  const columns = sql.join(key.slice(0, values.length).map((column) => sql.ref(column)));
  const given = sql.join(values.slice(0, key.length).map((value) => sql.val(value)));
  return sql`and (${columns}) ${sql.raw(is)} (${given})`;
}
