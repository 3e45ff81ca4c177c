import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import { parseInboxQuery } from "../../src/domain/inbox/inbox-query.ts";
import { present } from "../../src/domain/present.ts";
import type { Write } from "../../src/ports/store/store.ts";
import { createInboxReader } from "../../src/store/inbox/postgres-inbox-reader.ts";
import { createInboxScans } from "../../src/store/inbox/postgres-scans.ts";
import { named } from "../../src/store/postgres/numbered-values.ts";
import { openReading } from "../../src/store/postgres/open-reading.ts";
import { openPostgresStore } from "../../src/store/postgres-store.ts";
import { anOpenRequest } from "../../src/testing/builders.ts";
import { AT, ana, asked, describeInboxReader, NOW } from "../contract/inbox-reader-facts.ts";
import { databaseWithTables, onServer, queryServer } from "../support/postgres.ts";
import { takeShare } from "../support/share.ts";

takeShare("stores-postgres");

/* What is read of the inbox over PostgreSQL, by the store and beside the serving thread. */

async function openInbox() {
  const database = await databaseWithTables();
  const { store, close } = await openPostgresStore({ url: database.url, node: "one" });
  const reader = createInboxReader(database.url);
  return {
    store,
    reader,
    url: database.url,
    async close() {
      await reader.close();
      await close();
      await database.drop();
    },
  };
}

let inbox: Awaited<ReturnType<typeof openInbox>>;
beforeAll(async () => {
  inbox = await openInbox();
});
afterAll(() => inbox.close());
afterEach(() => empty(inbox.url));

/** One database does for all: to make one takes longer than any of these tests. */
async function empty(url: string): Promise<void> {
  const [row] = await queryServer<{ readonly tables: string }>(
    url,
    `select string_agg(quote_ident(tablename), ', ') as tables from pg_tables
      where schemaname = 'public' and tablename <> 'migrations'`,
  );
  await onServer(url, `truncate ${row?.tables}`);
}

describeInboxReader("in a thread over PostgreSQL", async () => ({
  store: inbox.store,
  reader: inbox.reader,
  close: async () => {},
}));

const COUNT_OPEN = named("select count(*) as count from requests");
const asking = (text: string, workspace = "default"): Write => ({
  type: "request.insert",
  request: asked(text, { workspace }),
});
const founding = (id: string): Write => ({ type: "workspace.insert", id, createdAt: AT });

test("the connection beside the pool sees one workspace, and can write nothing", async () => {
  const { store, url } = inbox;
  for (const workspace of ["default", "other"]) {
    const writes = [founding(workspace), asking("Which?", workspace)];
    await store.commit([{ workspace, writes, events: [] }]);
  }
  const reading = openReading(url, "test");
  const count = await reading.within("default", (read) => read(COUNT_OPEN, {}));
  expect(count).toEqual([{ count: 1 }]);
  await expect(
    reading.within("default", (read) => read(named("update requests set salt = 'x'"), {})),
  ).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  // What went wrong with one connection is nothing to the next.
  expect(await reading.within("other", (read) => read(COUNT_OPEN, {}))).toEqual([{ count: 1 }]);
  await reading.close();
});

test("a reader whose connection is cut reads on with the next call", async () => {
  const { store, reader, url } = inbox;
  await store.commit([
    { workspace: "default", writes: [founding("default"), asking("Which?")], events: [] },
  ]);
  const look = () => reader.insights({ workspace: "default", since: AT, person: ana.principal });
  expect((await look()).interruptions).toHaveLength(1);
  const ended = await queryServer(
    url,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and application_name = 'earshot inbox'`,
  );
  expect(ended).toHaveLength(1);
  // The end of the connection may reach the thread after the call does.
  const after = await look().catch(look);
  expect(after.interruptions).toHaveLength(1);
});

test("a reader whose database is not there says so", async () => {
  const database = await databaseWithTables();
  const reader = createInboxReader(database.url);
  await database.drop();
  await expect(
    reader.insights({ workspace: "default", since: AT, person: ana.principal }),
  ).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
  });
  await reader.close();
});

test("a search that ends before all was looked at says where it goes on", async () => {
  const { store, url } = inbox;
  const requests = ["Old one?", "Or this?", "Or that?", "Old two?"].map((text) => asked(text));
  const inserts = requests.map((request): Write => ({ type: "request.insert", request }));
  await store.commit([
    { workspace: "default", writes: [founding("default"), ...inserts], events: [] },
  ]);
  const reading = openReading(url, "test");
  const scans = createInboxScans(reading, 2);
  const [one, , third, two] = requests.map(({ id }) => id);
  const page = async (after?: RequestId) => {
    const { items, lookedTo } = await scans.search({
      workspace: "default",
      operator: ana.principal,
      now: NOW,
      limit: 2,
      search: parseInboxQuery("old", { now: NOW }),
      ...present({ after }),
    });
    return { ids: items.map(({ id }) => id), lookedTo };
  };
  expect(await page()).toEqual({ ids: [two], lookedTo: third });
  expect(await page(third)).toEqual({ ids: [one], lookedTo: undefined });
  await reading.close();
});

test("an inbox of 10,000 whose statistics are old is counted at once, for all who ask together", async () => {
  const { store, url } = inbox;
  const pattern = anOpenRequest();
  const writes = [founding("default"), { type: "request.insert" as const, request: pattern }];
  await store.commit([{ workspace: "default", writes, events: [] }]);
  await onServer(url, "analyze");
  await onServer(
    url,
    `insert into requests (workspace, id, status, version, agent, agent_name, question, salt, created_at)
      select workspace, 'req_' || lpad(n::text, 26, '0'), 'open', 1, agent, agent_name, question, salt,
        created_at
      from requests, generate_series(1, 10100) as n`,
  );
  // The engine takes the table for nearly empty, as it does until it counts again.
  await onServer(
    url,
    "update pg_class set reltuples = 0, relpages = 300 where relname = 'requests'",
  );
  await onServer(
    url,
    `insert into riders (workspace, request, leader)
      select 'default', max(id), min(id) from requests where id <> '${pattern.id}'`,
  );
  const operator = { id: ana.principal, name: "ana", role: "owner" } as const;
  const count = () => store.countInbox({ workspace: "default", operator, now: NOW });
  const counts = await Promise.all([count(), count(), count()]);
  expect(counts).toEqual(
    counts.map(() => ({ needs_me: 10_001, others: 0, waiting: 0, snoozed: 0 })),
  );
  const snoozed = `req_${"1".padStart(26, "0")}` as const;
  const until = "2027-01-01T00:00:00.000Z";
  await store.commit([
    {
      workspace: "default",
      events: [],
      writes: [{ type: "snooze.put", request: snoozed, operator: operator.id, until }],
    },
  ]);
  expect(await count()).toMatchObject({ needs_me: 10_001, snoozed: 1 });
});
