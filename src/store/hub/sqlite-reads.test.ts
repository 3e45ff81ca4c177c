import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { aDelivery, change, insert, minute } from "../../../test/suites/store/outbox.ts";
import { shardOf } from "../../domain/hub/delivery.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import { openSqliteStore } from "../sqlite-store.ts";
import { DUE_DELIVERIES, NEXT_DELIVERY } from "./delivery-sql.ts";

const MANY = 10_000;
const SHARD = shardOf(aDelivery().address);

const named = { shard: SHARD, at: 0, limit: 10 };

async function aStoreWith(dueAt: (index: number) => string) {
  const db = new DatabaseSync(":memory:");
  const store = await openSqliteStore({
    path: db,
    clock: { now: () => 0 },
    onFatal(error) {
      throw error;
    },
  });
  const all = Array.from({ length: MANY }, (_, index) => aDelivery({ dueAt: dueAt(index) }));
  await store.commit([
    change({ type: "workspace.insert", id: "default", createdAt: toTimestamp(0) }),
    change(...all.map(insert)),
  ]);
  const planOf = (text: string, values: Record<string, number>) =>
    db
      .prepare(`explain query plan ${text}`)
      .all(values)
      .map((row) => String(row["detail"]));
  return { db, store, all, planOf };
}

test("what is due among 10,000 that wait is read from the ranges of two indexes", async () => {
  const { db, store, all, planOf } = await aStoreWith((index) => minute(index));
  db.exec("analyze");
  const plan = planOf(DUE_DELIVERIES, named);
  expect(plan).toContain("SEARCH o USING COVERING INDEX outbox_due (shard=? AND due_at<?)");
  expect(plan).toContain("SEARCH o USING INDEX outbox_tried (shard=?)");
  expect(plan.filter((step) => /^SCAN (?!every_one|chosen)/.test(step))).toEqual([]);
  const due = await store.dueDeliveries({ shard: SHARD, at: minute(3), limit: 10 });
  expect(due).toEqual(all.slice(0, 4));
  await store.close();
});

test("the next moment among 10,000 is the first of an index", async () => {
  const { store, planOf } = await aStoreWith((index) => minute(MANY - index));
  const plan = planOf(NEXT_DELIVERY, { shard: SHARD });
  expect(plan).toContain("SEARCH o USING COVERING INDEX outbox_due (shard=?)");
  expect(plan.filter((step) => step.includes("TEMP B-TREE"))).toEqual([]);
  expect(await store.nextDelivery(SHARD)).toBe(minute(1));
  await store.close();
});

test("10,000 behind one that waits to be tried again are not read, and keep nobody waiting", async () => {
  const { db, store } = await aStoreWith(() => minute(0));
  const first = db.prepare("select min(id) as id from outbox").get()?.["id"];
  db.prepare("update outbox set attempts = 1, due_at = ? where id = ?").run(
    Date.parse(minute(9)),
    String(first),
  );
  const lanes = Array.from({ length: 100 }, (_, n) => ({
    channel: "email" as const,
    chatId: `${n}`,
  }));
  const address = lanes.find((lane) => shardOf(lane) === SHARD);
  const other = aDelivery(address === undefined ? {} : { address });
  await store.commit([change(insert(other))]);
  const due = await store.dueDeliveries({ shard: SHARD, at: minute(1), limit: 10 });
  expect(due.map(({ id }) => id)).toEqual([first, other.id]);
  expect(await store.nextDelivery(SHARD)).toBe(minute(0));
  await store.close();
});

test("what is queued or has failed is counted up to 100,001", async () => {
  const { db, store } = await aStoreWith(() => minute(0));
  expect(await store.countQueued("default")).toBe(MANY);
  db.exec(`with recursive n (n) as (select 1 union all select n + 1 from n where n < 10)
    insert into outbox select workspace, id || n, shard, channel, chat, thread, item, agent, operator,
      text, status, job, due_at, held_for, attempts, nonce || n, error, body, created_at, sent_at,
      version, behind from outbox, n`);
  expect(await store.countQueued("default")).toBe(100_001);
  expect(await store.countQueued("default", "slack")).toBe(100_001);
  db.exec("update outbox set status = 'failed'");
  expect(await store.countFailed("default")).toBe(100_001);
  expect(await store.countQueued("default")).toBe(0);
  await store.close();
});
