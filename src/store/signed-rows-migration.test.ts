import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import {
  BEFORE,
  MADE,
  MANAGE,
  MANAGING,
  madeIn,
  OTHER_POLICY,
  UNDO,
} from "../../test/support/unsigned-rows.ts";
import { signedRows } from "./migrations/signed-rows-migration.ts";
import { sqliteDialect } from "./schema/sqlite-dialect.ts";
import { openWriter } from "./sqlite/database.ts";
import { openSqliteStore } from "./sqlite-store.ts";

test("who made what is there already is taken from the log, and whole keys of owners go on letting people in", async () => {
  const raw = new DatabaseSync(":memory:");
  const open = () =>
    openSqliteStore({
      path: raw,
      clock: { now: () => 0 },
      onFatal(error) {
        throw error;
      },
    });
  const before = await open();
  for (const changes of BEFORE) await before.commit(changes);
  raw.exec(OTHER_POLICY);
  raw.exec(UNDO);
  await signedRows(openWriter(raw).kysely, sqliteDialect);
  for (const [table, made] of Object.entries(MADE)) {
    expect(raw.prepare(madeIn(table)).all()).toEqual(made);
  }
  expect(raw.prepare(MANAGING).all()).toEqual(MANAGE);
});
