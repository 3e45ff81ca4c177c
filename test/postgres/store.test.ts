import { afterAll, beforeAll } from "vitest";
import type { PostgresStore } from "../../src/store/postgres-store.ts";
import { describeStore } from "../suites/describe-store.ts";
import { openNode, type SharedDatabase, sharedDatabase } from "../support/postgres-store.ts";
import { takeShare } from "../support/share.ts";

takeShare("stores-postgres");

let database: SharedDatabase;
/** Stays open from one test to the next, but for the tests that close it. */
let node: PostgresStore | undefined;

beforeAll(async () => {
  database = await sharedDatabase();
});
afterAll(async () => {
  await node?.close();
  await database.drop();
});

async function open(): Promise<PostgresStore> {
  const opened = await openNode(database.url);
  node = opened;
  return opened;
}

describeStore("PostgreSQL", async () => {
  const { store } = node ?? (await open());
  return {
    store,
    async reopen() {
      await node?.close();
      return (await open()).store;
    },
    setTime: database.setTime,
    async close() {
      const isClosed = await node?.store.check().then(
        () => false,
        () => true,
      );
      if (isClosed) node = undefined;
      await database.empty();
    },
  };
});
