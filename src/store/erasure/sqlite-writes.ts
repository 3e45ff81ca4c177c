import type { Write } from "../../ports/store/store.ts";
import type { Database } from "../sqlite/database.ts";
import { dropColumns, WORDS_TABLES } from "./words-tables.ts";

export type WordsWrite = Extract<Write, { readonly type: `words.${string}` }>;

/** False where other texts stand there than were read. */
export function writeWords(db: Database, workspace: string, write: WordsWrite): boolean {
  if (write.type === "words.drop") {
    const columns = dropColumns(write.place);
    const key = write.key.slice(0, columns.length);
    db.prepare(`delete from ${write.place} where ${same(["workspace", ...columns])}`).run(
      workspace,
      ...key,
    );
    return true;
  }
  const { key, texts } = WORDS_TABLES[write.place];
  const text = `update ${write.place} set ${texts.map((column) => `${column} = ?`).join(", ")}
    where ${same(["workspace", ...key])} and ${texts.map((column) => `${column} is ?`).join(" and ")}`;
  const { changes } = db
    .prepare(text)
    .run(
      ...texts.map((column) => write.texts[column] ?? null),
      workspace,
      ...write.key,
      ...texts.map((column) => write.was[column] ?? null),
    );
  return changes === 1;
}

function same(columns: readonly string[]): string {
  return columns.map((column) => `${column} = ?`).join(" and ");
}
