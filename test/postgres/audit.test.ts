import { afterAll, beforeAll, expect, test } from "vitest";
import { toHex } from "../../src/domain/log/chain-check.ts";
import { eventCode } from "../../src/domain/log/event.ts";
import type { AuditReader, ExportedEvent } from "../../src/ports/earshot/audit.ts";
import type { Change, Store } from "../../src/ports/store/store.ts";
import { createAuditReader } from "../../src/store/log/postgres-log-reader.ts";
import { openPostgresStore } from "../../src/store/postgres-store.ts";
import { anOpenRequest, asking } from "../../src/testing/builders.ts";
import { databaseWithTables, onServer, type TestDatabase } from "../support/postgres.ts";

/* The log of a store on PostgreSQL, read in a thread with a connection of its own. */

/** More than one page of the log. */
const ASKED = 1_050;

let database: TestDatabase;
let store: Store;
let close: () => Promise<void>;
let reader: AuditReader;

beforeAll(async () => {
  database = await databaseWithTables();
  ({ store, close } = await openPostgresStore({ url: database.url, node: "one" }));
  reader = createAuditReader(database.url);
  await store.commit(["default", "other", "empty"].map(founding));
  const asked = Array.from({ length: ASKED }, (_, n) =>
    asking(anOpenRequest({ question: { text: `Ä ${n}\0?`, form: { kind: "text" } } })),
  );
  await store.commit(asked);
  await store.commit([asking(anOpenRequest({ workspace: "other" }))]);
});
afterAll(async () => {
  await close();
  await database.drop();
});

function founding(id: string): Change {
  const createdAt = "2026-01-01T00:00:00.000Z";
  return {
    workspace: id,
    writes: [{ type: "workspace.insert", id, createdAt }],
    events: id === "empty" ? [] : [{ type: "workspace.created", at: createdAt, subject: id }],
  };
}

async function exported(workspace: string, after = 0): Promise<readonly ExportedEvent[]> {
  const all: ExportedEvent[] = [];
  for await (const page of reader.export(workspace, after)) all.push(...page);
  return all;
}

/** Changes the log behind Earshot's back, and puts it right again. */
async function withTampering(statement: string, work: () => Promise<void>): Promise<void> {
  await onServer(database.url, "create table kept as select * from events");
  try {
    await onServer(database.url, statement);
    await work();
  } finally {
    await onServer(
      database.url,
      "delete from events; insert into events select * from kept; drop table kept",
    );
  }
}

test("a log that nobody has touched verifies, over several pages and by a noted head", async () => {
  const { seq, hash } = await store.head("default");
  const head = { seq: ASKED + 1, hash: toHex(hash) };
  expect(seq).toBe(head.seq);
  const report = { intact: true, events: head.seq, head };
  expect(await reader.verify("default")).toMatchObject(report);
  expect(await reader.verify("default", `${head.seq}:${head.hash}`)).toMatchObject(report);
  expect(await reader.verify("other")).toMatchObject({ intact: true, events: 2 });
  expect(await reader.verify("empty")).toMatchObject({ intact: true, events: 0 });
});

test("what is exported is the whole log of one workspace in its order, from any place on", async () => {
  const all = await exported("default");
  expect(all.map(({ event }) => event.seq)).toEqual(
    Array.from({ length: ASKED + 1 }, (_, n) => n + 1),
  );
  expect(all.every(({ event }) => event.workspace === "default")).toBe(true);
  const log = await store.readLog({ workspace: "default", after: ASKED, limit: 10 });
  const [last] = log;
  if (last === undefined) throw new Error("The log has no such event.");
  const { event, hash } = last;
  expect(all.at(-1)).toEqual({ event, hash: toHex(hash), code: eventCode(event.type) });
  expect(await exported("default", ASKED)).toHaveLength(1);
  expect(await exported("default", ASKED + 1)).toEqual([]);
});

test.each([
  ["changed", "update events set at = at + 1 where workspace = 'default' and seq = 1020", 1020],
  ["removed", "delete from events where workspace = 'default' and seq = 700", 700],
  [
    "given another hash",
    "update events set hash = '\\x00' where workspace = 'default' and seq = 3",
    3,
  ],
])("an event that was %s is found", async (_, statement, seq) => {
  await withTampering(statement, async () => {
    const report = await reader.verify("default");
    expect(report.intact).toBe(false);
    expect(report.fault).toContain(String(seq));
    expect(await reader.verify("other")).toMatchObject({ intact: true });
  });
});

test("a log that was cut is found by what it names no more, and by a head that was noted before", async () => {
  const { seq, hash } = await store.head("default");
  const noted = `${seq}:${toHex(hash)}`;
  const cut = `delete from events where workspace = 'default' and seq > ${seq - 2}`;
  await withTampering(cut, async () => {
    const { intact, record } = await reader.verify("default");
    expect({ intact, faults: record?.faults }).toEqual({
      intact: false,
      faults: [1, 2].map(() => ({ kind: "request", id: expect.stringMatching(/^req_/) })),
    });
    const report = await reader.verify("default", noted);
    expect(report).toMatchObject({ intact: false, fault: expect.stringContaining("cut") });
  });
});

test("a log whose database is away is not called intact", async () => {
  const away = await databaseWithTables();
  await away.drop();
  const lost = createAuditReader(away.url);
  await expect(lost.verify("default")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  await expect(lost.verify("default", "nonsense")).rejects.toMatchObject({ code: "INVALID_INPUT" });
});
