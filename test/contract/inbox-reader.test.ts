import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseInboxQuery } from "../../src/domain/inbox/inbox-query.ts";
import { present } from "../../src/domain/present.ts";
import type { InboxReader } from "../../src/ports/store/inbox-reader.ts";
import type { Store, Write } from "../../src/ports/store/store.ts";
import { createDirectInboxReader } from "../../src/store/inbox/in-memory-reader.ts";
import { createInboxReader } from "../../src/store/inbox/sqlite-inbox-reader.ts";
import { openSqliteStore } from "../../src/store/sqlite-store.ts";
import { openEmptyRecord, putEmptyRecord } from "../support/empty-record.ts";
import { AT, ana, asked, BEGIN, describeInboxReader, NOW } from "./inbox-reader-facts.ts";

/* What is read beside the serving thread: the same in a thread of its own and in this one. */

const onFatal = (error: unknown) => {
  throw error;
};
const clock = { now: () => BEGIN };
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "earshot-inbox-reader-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function both(store: Store, reader: InboxReader) {
  return {
    store,
    reader,
    async close() {
      await reader.close();
      await store.close();
    },
  };
}

describeInboxReader("in a thread over SQLite", async () => {
  const path = join(folder, "earshot.db");
  await putEmptyRecord(path);
  return both(await openSqliteStore({ path, clock, onFatal }), createInboxReader(path));
});

describeInboxReader("on the connection of SQLite's store", async () => {
  const database = await openEmptyRecord();
  const store = await openSqliteStore({ path: database, clock, onFatal });
  return both(store, createDirectInboxReader(database));
});

test("a search that ends before all was looked at says where it goes on", async () => {
  const database = new DatabaseSync(":memory:");
  const store = await openSqliteStore({ path: database, clock, onFatal });
  const reader = createDirectInboxReader(database, 2);
  const requests = ["Old one?", "Or this?", "Or that?", "Old two?"].map((text) => asked(text));
  const inserts = requests.map((request): Write => ({ type: "request.insert", request }));
  const workspace: Write = { type: "workspace.insert", id: "default", createdAt: AT };
  await store.commit([{ workspace: "default", writes: [workspace, ...inserts], events: [] }]);
  const [one, , third, two] = requests.map(({ id }) => id);
  const base = { workspace: "default", operator: ana.principal, now: NOW, limit: 2 };
  const search = parseInboxQuery("old", { now: NOW });
  const page = async (after?: typeof one) => {
    const { items, lookedTo } = await reader.search({ ...base, search, ...present({ after }) });
    return { ids: items.map(({ id }) => id), lookedTo };
  };
  expect(await page()).toEqual({ ids: [two], lookedTo: third });
  expect(await page(third)).toEqual({ ids: [one], lookedTo: undefined });
  await reader.close();
  await store.close();
});

test("a read that fails says so, and the next one begins anew", async () => {
  const path = join(folder, "later.db");
  const reader = createInboxReader(path);
  const look = () => reader.insights({ workspace: "default", since: AT, person: ana.principal });
  await expect(look()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  expect(existsSync(path)).toBe(false);
  const store = await openSqliteStore({ path, clock, onFatal });
  expect((await look()).outcomes).toEqual([]);
  await reader.close();
  await expect(look()).rejects.toMatchObject({ code: "SHUTTING_DOWN" });
  await store.close();
});

test("a read that is under way when it closes is told", async () => {
  const path = join(folder, "earshot.db");
  const store = await openSqliteStore({ path, clock, onFatal });
  const reader = createInboxReader(path);
  const under = expect(
    reader.insights({ workspace: "default", since: AT, person: ana.principal }),
  ).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
  });
  await reader.close();
  await under;
  await store.close();
});
