import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { found } from "../../src/core/callers/bootstrap.ts";
import { createAuditReader } from "../../src/store/log/postgres-log-reader.ts";
import { createReadsRunner } from "../../src/store/log/postgres-run-reads.ts";
import { verifyLog } from "../../src/store/log/read-log.ts";
import { openReading } from "../../src/store/postgres/open-reading.ts";
import type { Reading } from "../../src/store/postgres/reading.ts";
import { digest } from "../../src/system/digest.ts";
import { statements } from "../../src/system/votes/statements.ts";
import { forge, forgeWhole, type RunSql } from "../support/forge.ts";
import { FORGERIES, WHOLE_ROWS } from "../support/forgeries.ts";
import { type Inhabitant, liveInRecord } from "../support/lived-record.ts";
import { type NodeContext, openNodeContext } from "../support/node-context.ts";
import { ownKey } from "../support/own-key.ts";
import { databaseWithTables, queryServer, type TestDatabase } from "../support/postgres.ts";
import { takeShare } from "../support/share.ts";

takeShare("forgeries");

const hashes = { digest, statements };

/* Whoever can write to the database changes what stands in it, while a node serves. */

let database: TestDatabase;
let node: NodeContext;
/** What the audit's thread reads by, in this one: to start a thread takes longer than to read. */
let reading: Reading;

beforeAll(async () => {
  database = await databaseWithTables();
  node = await openNodeContext({ url: database.url });
  reading = openReading(database.url, "audit");
  const { owner, agent } = await found(node.ctx, { owner: "owner", agent: "scout" });
  const by = node.as(owner);
  const made = {
    owner,
    scout: agent,
    ana: await ownKey(by, { kind: "person", name: "ana" }),
    ben: await ownKey(by, { kind: "person", name: "ben" }),
    rival: await by.createKey({ kind: "agent", name: "rival" }),
  };
  await liveInRecord(async (who: Inhabitant) => node.as(made[who]));
});

afterAll(async () => {
  await reading.close();
  await node.close();
  await database.drop();
});

const run: RunSql = (text) => queryServer(database.url, text);

/** What is found after somebody was at a table, which is put right again. */
async function foundAfter(table: string, change: () => Promise<string>) {
  await run(`create table kept as select * from ${table}`);
  try {
    const id = await change();
    const reads = createReadsRunner(reading, "default");
    const report = await verifyLog(reads, { workspace: "default", noted: undefined, hashes });
    return { id, ...report };
  } finally {
    await run(
      `set session_replication_role = replica; delete from ${table}; insert into ${table} select * from kept; drop table kept`,
    );
  }
}

test("a record that nobody was at is what its log says", async () => {
  const report = await createAuditReader(database.url).verify("default");
  expect(report).toMatchObject({ intact: true, record: { erased: 1, faults: [], more: 0 } });
});

describe("whoever is at the database", () => {
  test.each(FORGERIES.map((one) => [one.does, one] as const))("%s, and is seen", async (_, one) => {
    const { id, intact, record } = await foundAfter(one.table, () => forge(run, one));
    const { kind, fact = "" } = one.finds;
    const named = record?.faults.filter((fault) => fault.kind === kind && fault.id === id);
    expect(named?.map((fault) => fault.fact?.slice(0, fact.length))).toContain(fact);
    expect(intact).toBe(false);
  });

  test.each(WHOLE_ROWS.map((one) => [one.does, one] as const))(
    "%s, and is seen",
    async (_, one) => {
      const { id, record } = await foundAfter(one.table, () => forgeWhole(run, one));
      expect(record?.faults).toContainEqual(expect.objectContaining({ kind: one.kind, id }));
    },
  );
});
