import { expect, test } from "vitest";
import { signedRows } from "../../src/store/migrations/signed-rows-migration.ts";
import { connect } from "../../src/store/postgres/connection.ts";
import { kyselyOver } from "../../src/store/postgres/kysely.ts";
import { postgresDialect } from "../../src/store/schema/postgres-dialect.ts";
import { MIGRATION } from "../../src/store/setup/migrate-postgres.ts";
import { newDatabase, queryServer } from "../support/postgres.ts";
import { openNode } from "../support/postgres-store.ts";
import {
  BEFORE,
  MADE,
  MANAGE,
  MANAGING,
  madeIn,
  OTHER_POLICY,
  UNDO,
} from "../support/unsigned-rows.ts";

test("who made what is there already is taken from the log over PostgreSQL too", async () => {
  const { url, drop } = await newDatabase();
  try {
    const node = await openNode(url);
    for (const changes of BEFORE) {
      const results = await node.store.commit(changes);
      expect(results.map(({ outcome }) => outcome)).toEqual(["committed"]);
    }
    await node.close();
    await queryServer(url, OTHER_POLICY);
    await queryServer(url, UNDO);
    const owner = await connect({ ...MIGRATION, url, as: "owner" });
    try {
      await signedRows(
        kyselyOver((text, values) => owner.query(text, values)),
        postgresDialect,
      );
    } finally {
      await owner.close();
    }
    for (const [table, made] of Object.entries(MADE)) {
      expect(await queryServer(url, madeIn(table))).toEqual(made);
    }
    expect(await queryServer(url, MANAGING)).toEqual(MANAGE);
  } finally {
    await drop();
  }
});
