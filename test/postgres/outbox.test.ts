import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { shardOf } from "../../src/domain/hub/delivery.ts";
import { DUE_DELIVERIES } from "../../src/store/hub/delivery-sql.ts";
import type { PostgresStore } from "../../src/store/postgres-store.ts";
import { anId, anOpenRequest, answeredWith } from "../../src/testing/builders.ts";
import {
  aDelivery,
  aSentDelivery,
  change,
  insert,
  minute,
  next,
  put,
} from "../suites/store/outbox.ts";
import { queryServer } from "../support/postgres.ts";
import { openNode, type SharedDatabase, sharedDatabase } from "../support/postgres-store.ts";

const AT = minute(0);

let database: SharedDatabase;
let nodes: readonly PostgresStore[];
beforeAll(async () => {
  database = await sharedDatabase();
  nodes = await Promise.all([openNode(database.url), openNode(database.url)]);
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await database.drop();
});
beforeEach(async () => {
  await database.empty();
  await storeOf(0).commit([change({ type: "workspace.insert", id: "default", createdAt: AT })]);
});

function storeOf(index: number) {
  const node = nodes[index];
  if (node === undefined) throw new Error("There are two nodes.");
  return node.store;
}

test("an answer and a try that two nodes commit at once come one after the other", async () => {
  const outcomes: string[] = [];
  for (let round = 0; round < 30; round++) {
    const request = anOpenRequest();
    const [one, two] = [aDelivery({ item: request.id }), aDelivery({ item: request.id })];
    await storeOf(0).commit([
      change({ type: "request.insert", request }, insert(one), insert(two)),
    ]);
    const tried = [two, one].map((of) => change(put(next(of, { attempts: 1 }))));
    const [, results] = await Promise.all([
      storeOf(0).commit([
        change(
          { type: "request.update", request: answeredWith(request, "yes") },
          { type: "outbox.settle", item: request.id, at: AT },
        ),
      ]),
      storeOf(1).commit(tried),
    ]);
    outcomes.push(...results.map(({ outcome }) => outcome));
    for (const found of await storeOf(1).deliveriesOf("default", request.id)) {
      const { status, attempts, version } = found;
      expect([
        { status: "dropped", attempts: 0, version: 2 },
        { status: "queued", attempts: 1, version: 3 },
      ]).toContainEqual({ status, attempts, version });
    }
  }
  for (const outcome of outcomes) expect(["committed", "conflict"]).toContain(outcome);
});

test("what is folded as the first is closed on another node goes on, or was not folded", async () => {
  for (let round = 0; round < 30; round++) {
    const leader = aSentDelivery(`${round}`, { item: anId("req") });
    const late = aDelivery();
    await storeOf(0).commit([change(insert(leader), insert(late))]);
    const { job: _job, dueAt: _dueAt, ...rest } = late;
    const folded = next(rest, { heldFor: "alike", behind: leader.id });
    const [[settled], [result]] = await Promise.all([
      storeOf(0).commit([change({ type: "outbox.settle", item: leader.item, at: AT })]),
      storeOf(1).commit([change(put(next(leader)), put(folded))]),
    ]);
    expect(settled?.outcome).toBe("committed");
    expect(["committed", "conflict"]).toContain(result?.outcome);
    const now = await storeOf(1).findDelivery("default", late.id);
    expect(now).toMatchObject({ status: "queued", job: "post" });
    expect(now).not.toHaveProperty("behind");
  }
});

test("in a batch, what changes deliveries of one item comes to the same as one after another", async () => {
  const item = anId("req");
  const [early, late] = [aDelivery({ item }), aDelivery({ item })];
  const settle = change({ type: "outbox.settle", item, at: AT });
  const results = await storeOf(0).commit([
    change(insert(early)),
    settle,
    change(insert(late)),
    change(put(next(late, { attempts: 1 }))),
    settle,
  ]);
  expect(results.map(({ outcome }) => outcome)).toEqual(results.map(() => "committed"));
  const [dropped, tried] = await storeOf(1).deliveriesOf("default", item);
  expect(dropped).toMatchObject({ status: "dropped", version: 2 });
  expect(tried).toMatchObject({ status: "queued", attempts: 1, version: 3 });
});

test("what is due among 10,000 that wait is read from the ranges of indexes", async () => {
  const first = aDelivery({ dueAt: AT });
  await storeOf(0).commit([change(insert(first))]);
  await queryServer(
    database.url,
    `insert into outbox (workspace, id, shard, channel, chat, item, agent, status, job, due_at,
        attempts, nonce, body, created_at, version)
      select workspace, id || n, shard, channel, chat, item, agent, status, job,
        due_at + n * 60000::bigint, attempts, nonce || n, body, created_at, version
      from outbox, generate_series(1, 10000) as n`,
  );
  await queryServer(database.url, "analyze outbox");
  const shard = shardOf(first.address);
  const read = async (at: string) =>
    (await storeOf(0).dueDeliveries({ shard, at, limit: 10 })).map(({ id }) => id);
  expect(await read(minute(2))).toEqual([first.id, `${first.id}1`, `${first.id}2`]);
  const text = DUE_DELIVERIES.replaceAll("$shard", `${shard}`)
    .replaceAll("$at", `${Date.parse(minute(2))}`)
    .replaceAll("$limit", "10");
  const steps = await queryServer(database.url, `explain ${text}`);
  const plan = steps.map((step) => Object.values(step).join()).join("\n");
  expect(plan).toContain("outbox_due");
  expect(plan).not.toContain("Seq Scan");
});
