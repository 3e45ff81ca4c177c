import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Committer, createCommitter } from "../../src/store/commit/postgres-committer.ts";
import type { Connection } from "../../src/store/postgres/database.ts";
import { openPostgresStore, type PostgresStore } from "../../src/store/postgres-store.ts";
import { anOpenRequest, asking } from "../../src/testing/builders.ts";
import { databaseWithTables, queryServer, type TestDatabase } from "../support/postgres.ts";

/** What goes wrong with the next commit: its connection, after this function has done what it does. */
type Fault = (connection: Connection, run: () => Promise<readonly object[]>) => Promise<unknown>;

/** Long enough to be settled on a machine that stalls; what cannot be settled is given up sooner. */
const SETTLE_MS = 20_000;
const GIVEN_UP_MS = 300;

let database: TestDatabase;
let node: PostgresStore;
let workspace: string;

beforeAll(async () => {
  database = await databaseWithTables();
  node = await openPostgresStore({ url: database.url, node: "whole", poolSize: 2 });
});
afterAll(async () => {
  await node?.close();
  await database?.drop();
});
beforeEach(async () => {
  workspace = `w-${randomUUID()}`;
  const createdAt = "2026-01-01T00:00:00.000Z";
  await node.store.commit([
    {
      workspace,
      writes: [{ type: "workspace.insert", id: workspace, createdAt }],
      events: [{ type: "workspace.created", at: createdAt, subject: workspace }],
    },
  ]);
});

/** A committer whose first commit meets the fault; connections fail while `isAway` says so. */
function faulty(fault: Fault, isAway?: () => boolean): Committer {
  let isFirst = true;
  return createCommitter({
    node: "faulty",
    timeline: node.timeline.compared,
    settleMs: isAway === undefined ? SETTLE_MS : GIVEN_UP_MS,
    async connect(purpose) {
      if (isAway?.() === true) throw new Error("connect ECONNREFUSED");
      const connection = await node.database.connect(purpose);
      return {
        get processId() {
          return connection.processId;
        },
        query: (text, values) => connection.query(text, values),
        async prepared(name, text, values) {
          const run = () => connection.prepared(name, text, values);
          if (!isFirst || name !== "commit") return (await run()) as never;
          isFirst = false;
          await fault(connection, run);
          throw new Error("read ECONNRESET");
        },
        onNotification: (listener) => connection.onNotification(listener),
        onEnd: (listener) => connection.onEnd(listener),
        isOpen: () => connection.isOpen(),
        close: () => connection.close(),
      };
    },
  });
}

const terminate = (connection: Connection) =>
  queryServer(database.url, "select pg_terminate_backend($1)", [connection.processId]);

const storedTimes = async () =>
  (await node.store.readEvents({ workspace, after: 1, limit: 10 })).length;

test("a commit whose reply is lost is heard of as committed, and is committed once", async () => {
  const request = anOpenRequest({ workspace });
  const committer = faulty(async (connection, run) => {
    await run();
    await terminate(connection);
  });
  const [result] = await committer.commit([asking(request)]);
  expect(result).toMatchObject({ outcome: "committed", events: [{ seq: 2, subject: request.id }] });
  expect(await storedTimes()).toBe(1);
  expect(await node.store.findRequest(workspace, request.id)).toEqual(request);
  await committer.close();
});

test("a commit that did not reach the server is made again, and once", async () => {
  const request = anOpenRequest({ workspace });
  const committer = faulty(terminate);
  const [result] = await committer.commit([asking(request)]);
  expect(result).toMatchObject({ outcome: "committed", events: [{ seq: 2 }] });
  expect(await storedTimes()).toBe(1);
  await committer.close();
});

test("a commit that is still under way when its connection is lost never comes in twice", async () => {
  const request = anOpenRequest({ workspace });
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = await node.database.connect("holder");
  await holder.query("select set_config('earshot.workspace', $1, false)", [workspace]);
  await holder.query("begin");
  await holder.query("select seq from heads where workspace = $1 for update", [workspace]);
  let lost: Promise<unknown> = Promise.resolve();
  const committer = faulty(async (connection, run) => {
    lost = run().catch((error: unknown) => error);
    await blocked(connection);
    held.resolve();
  });
  const committed = committer.commit([asking(request)]);
  await held.promise;
  void release.promise.then(() => holder.query("commit"));
  release.resolve();
  const [result] = await committed;
  expect(result).toMatchObject({ outcome: "committed", events: [{ seq: 2 }] });
  await lost;
  expect(await storedTimes()).toBe(1);
  await holder.close();
  await committer.close();
});

test("what nobody can tell for too long is said to be unknown, and is settled before what follows", async () => {
  const request = anOpenRequest({ workspace });
  let isAway = false;
  const committer = faulty(
    async (connection) => {
      isAway = true;
      await terminate(connection);
    },
    () => isAway,
  );
  await expect(committer.commit([asking(request)])).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
    details: { outcome: "unknown" },
  });
  await expect(committer.commit([asking(request)])).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
  });
  isAway = false;
  const [result] = await committer.commit([asking(request)]);
  expect(result).toMatchObject({ outcome: "committed", events: [{ seq: 2 }] });
  const marked = await queryServer<{ readonly count: string }>(
    database.url,
    "select count(*) from batches where results is null",
  );
  expect(Number(marked[0]?.count)).toBeGreaterThan(0);
  expect(await storedTimes()).toBe(1);
  await committer.close();
});

test("a commit goes on after the connection was ended between two commits", async () => {
  const committer = faulty(async () => {});
  await committer.commit([asking(anOpenRequest({ workspace }))]);
  await queryServer(
    database.url,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like '%commits' and datname = current_database()",
  );
  const [result] = await committer.commit([asking(anOpenRequest({ workspace }))]);
  expect(result).toMatchObject({ outcome: "committed", events: [{ seq: 3 }] });
  await committer.close();
});

/** Resolves when the connection waits for a lock. */
async function blocked(connection: Connection): Promise<void> {
  for (;;) {
    const [row] = await queryServer<{ readonly is: boolean }>(
      database.url,
      "select wait_event_type = 'Lock' as is from pg_stat_activity where pid = $1",
      [connection.processId],
    );
    if (row?.is === true) return;
  }
}
