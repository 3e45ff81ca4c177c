import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { openWriter } from "../sqlite/database.ts";
import { openSqliteStore } from "../sqlite-store.ts";
import { oldestByLevel } from "./queries.ts";

test("the oldest open authorizations are found along the index of those that are open", async () => {
  const db = new DatabaseSync(":memory:");
  const clock = { now: () => 0 };
  const onFatal = (error: unknown) => expect(error).toBeUndefined();
  const store = await openSqliteStore({ path: db, clock, onFatal });
  onTestFinished(() => store.close());
  const { sql, parameters } = oldestByLevel(openWriter(db).kysely, "default").compile();
  const plan = db.prepare(`explain query plan ${sql}`).all(...(parameters as string[]));
  const searched = plan.map((row) => String(row["detail"])).filter((one) => one.includes("INDEX"));
  expect(searched).toEqual([
    "SEARCH requests USING INDEX requests_open_authorizations (workspace=?)",
  ]);
});
