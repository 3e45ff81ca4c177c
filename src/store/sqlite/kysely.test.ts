import { expect, test } from "vitest";
import { sqliteKysely } from "./kysely.ts";
import { DatabaseSync } from "./node-sqlite.ts";

test("a limit stands in the text of a statement, which SQLite need not prepare again for it", async () => {
  const raw = new DatabaseSync(":memory:");
  raw.exec("create table workspaces (id text, created_at integer)");
  const texts: string[] = [];
  const db = sqliteKysely(raw, { log: ({ query }) => void texts.push(query.sql) });
  raw.exec("insert into workspaces values ('a', 1), ('b', 2), ('c', 3)");
  for (const limit of [2, 1]) {
    const rows = await db
      .selectFrom("workspaces")
      .select("id")
      .orderBy("id")
      .limit(limit)
      .execute();
    expect(rows.map(({ id }) => id)).toEqual(["a", "b"].slice(0, limit));
  }
  // SQLite prepares a statement again for each new value that is bound behind `limit`.
  expect(texts.map((text) => text.split(" limit ")[1])).toEqual(["2", "1"]);
  raw.close();
});
