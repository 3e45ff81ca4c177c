import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPruning } from "../../src/store/commit/batch-pruning.ts";
import { createCommitter } from "../../src/store/commit/postgres-committer.ts";
import { anOpenRequest, asking } from "../../src/testing/builders.ts";
import { queryServer } from "../support/postgres.ts";
import {
  openNode,
  type SharedDatabase,
  setDatabaseTime,
  sharedDatabase,
} from "../support/postgres-store.ts";

let shared: SharedDatabase;
let node: Awaited<ReturnType<typeof openNode>>;

beforeAll(async () => {
  shared = await sharedDatabase();
  node = await openNode(shared.url);
});
afterAll(async () => {
  await node.close();
  await shared.drop();
});
beforeEach(() => shared.empty());

async function stored(): Promise<number> {
  const [row] = await queryServer<{ readonly count: number }>(
    shared.url,
    "select count(*)::integer as count from batches",
  );
  return row?.count ?? 0;
}

const store = (count: number) =>
  queryServer(
    shared.url,
    `insert into batches (id, at, results)
      select gen_random_uuid()::text, earshot_now(), '{}' from generate_series(1, ${count})`,
  );

test("many pages of batches that nobody asks for are dropped with one commit", async () => {
  const workspace = randomUUID();
  const createdAt = "2026-01-01T00:00:00.000Z";
  await node.store.commit([
    { workspace, writes: [{ type: "workspace.insert", id: workspace, createdAt }], events: [] },
  ]);
  await store(2_300);
  const committer = createCommitter({
    node: "pruning",
    timeline: node.timeline.compared,
    connect: node.database.connect,
    pruning: { keptMs: 0, everyCommits: 1 },
  });
  for (let commits = 0; commits < 2; commits += 1) {
    await committer.commit([asking(anOpenRequest({ workspace }))]);
  }
  await expect.poll(stored).toBeLessThan(10);
  await committer.close();
});

test("a jump of the database's clock drops nothing of this hour", async () => {
  await store(20);
  const connection = await node.database.connect("test");
  const pruning = createPruning({ everyCommits: 1 });
  await pruning.prune(connection);
  await setDatabaseTime(shared.url, Date.now() + 48 * 3_600_000);
  await store(20);
  for (let times = 0; times < 3; times += 1) await pruning.prune(connection);
  expect(await stored()).toBe(40);
  await connection.close();
});

test("what came after a node looked goes an hour after it was seen, whatever the clock said", async () => {
  const connection = await node.database.connect("test");
  let now = 0;
  const pruning = createPruning({ everyCommits: 1, monotonic: () => now });
  await store(5);
  await pruning.prune(connection);
  // By the database's time these are the oldest of all.
  await setDatabaseTime(shared.url, 0);
  await store(7);
  now += 3_600_000;
  await pruning.prune(connection);
  expect(await stored()).toBe(8);
  now += 3_600_000;
  await pruning.prune(connection);
  expect(await stored()).toBe(1);
  await connection.close();
});
