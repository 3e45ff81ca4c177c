import { expect, test } from "vitest";
import { type Address, type Delivery, SHARDS, shardOf } from "../../../src/domain/hub/delivery.ts";
import { anId } from "../../../src/testing/builders.ts";
import { aDelivery, aSentDelivery, change, insert, minute, next, put } from "./outbox.ts";
import { OTHER, type StoreUnderTest } from "./store-under-test.ts";

const ADDRESS: Address = { channel: "slack", chatId: "C1" };
const SHARD = shardOf(ADDRESS);

/** Other lanes of the same shard. */
const LANES = Array.from({ length: 200 }, (_, n) => `D${n}`)
  .map((chatId): Address => ({ channel: "slack", chatId }))
  .filter((address) => shardOf(address) === SHARD);

function laneAt(index: number): Address {
  const address = LANES[index];
  if (address === undefined) throw new Error("There are fewer lanes in the shard.");
  return address;
}

export function outboxReadingFacts(under: StoreUnderTest): void {
  const insertAll = (deliveries: readonly Delivery[]) =>
    under.store.commit(
      deliveries.map((one) => ({ ...change(insert(one)), workspace: one.workspace })),
    );
  const idsOf = (deliveries: readonly Delivery[]) => deliveries.map(({ id }) => id);
  const due = async (at: string, limit = 10) =>
    idsOf(await under.store.dueDeliveries({ shard: SHARD, at, limit }));

  test("of all workspaces what is due comes by its id, edits before all else", async () => {
    const [first, second, later] = [
      aDelivery({ dueAt: minute(2) }),
      aDelivery({ address: laneAt(0), workspace: OTHER }),
      aDelivery({ address: laneAt(1), dueAt: minute(3) }),
    ];
    const edit = aSentDelivery("1", { address: laneAt(2), job: "edit", dueAt: minute(2) });
    const done = aSentDelivery("2", { address: laneAt(3) });
    const elsewhere = Array.from({ length: 20 }, (_, n) => `C${n}`)
      .map((chatId) => aDelivery({ address: { channel: "email", chatId } }))
      .filter(({ address }) => shardOf(address) !== SHARD);
    await insertAll([first, second, later, { ...edit, attempts: 0 }, done, ...elsewhere]);
    await under.reopen();
    expect(await due(minute(1))).toEqual([second.id]);
    expect(await due(minute(2))).toEqual(idsOf([edit, first, second]));
    expect(await due(minute(3))).toEqual(idsOf([edit, first, second, later]));
    expect(await due(minute(3), 2)).toEqual(idsOf([edit, first]));
    const [read] = await under.store.dueDeliveries({ shard: SHARD, at: minute(3), limit: 1 });
    expect(read).toEqual({ ...edit, attempts: 0 });
  });

  test("each shard has its own deliveries, and together they have all", async () => {
    const all = Array.from({ length: 30 }, (_, n) =>
      aDelivery({ address: { channel: "email", chatId: `${n}@example.com` } }),
    );
    await insertAll(all);
    const found = await Promise.all(
      Array.from({ length: SHARDS }, (_, shard) =>
        under.store.dueDeliveries({ shard, at: minute(1), limit: 100 }),
      ),
    );
    expect(idsOf(found.flat()).toSorted()).toEqual(idsOf(all));
    for (const [shard, of] of found.entries()) {
      for (const { address } of of) expect(shardOf(address)).toBe(shard);
    }
  });

  test("what was tried is there before its time, and what its agent has behind it is not", async () => {
    const before = aDelivery();
    const tried = aDelivery({ attempts: 1, dueAt: minute(5) });
    const behind = [aDelivery(), aDelivery()];
    const edit = aSentDelivery("1", { attempts: 0, job: "edit", dueAt: minute(0) });
    const others = [
      aDelivery({ agent: anId("prn") }),
      ...[0, 1].map((lane) => aDelivery({ address: laneAt(lane) })),
    ];
    await insertAll([before, tried, ...behind, edit, ...others]);
    expect(await due(minute(1))).toEqual(idsOf([edit, before, tried, ...others]));
    expect(await due(minute(1), 5)).toEqual(idsOf([edit, before, ...others]));
    expect(await due(minute(5))).toEqual(idsOf([edit, before, tried, ...behind, ...others]));
  });

  test("the next moment is that of what was not tried, and stands behind nothing that was", async () => {
    expect(await under.store.nextDelivery(SHARD)).toBeUndefined();
    const free = aDelivery({ address: laneAt(0), dueAt: minute(4), workspace: OTHER });
    const tried = aDelivery({ attempts: 1, dueAt: minute(1) });
    const behind = aDelivery({ dueAt: minute(2) });
    await insertAll([free, tried, behind, aSentDelivery("1", { sentAt: minute(1) })]);
    expect(await under.store.nextDelivery(SHARD)).toBe(minute(4));
    const { job: _job, dueAt: _dueAt, ...rest } = next(tried);
    await under.store.commit([change(put({ ...rest, status: "sent", sentAt: minute(1) }))]);
    expect(await under.store.nextDelivery(SHARD)).toBe(minute(2));
    expect(await under.store.nextDelivery((SHARD + 1) % SHARDS)).toBeUndefined();
  });

  test("a delivery is found by each message of its post, the newest of several", async () => {
    const post = { chatId: "D1", ids: ["1", "2"] };
    const queued = aDelivery();
    const older = aSentDelivery("2", { post: { chatId: "D1", ids: ["2"] }, workspace: OTHER });
    const newer = aSentDelivery("2", { post: { chatId: "D1", ids: ["2"] } });
    const sent = next(queued, { status: "sent", post });
    await insertAll([queued]);
    const of = async (messageId: string, chatId = "D1", channel = "slack" as const) =>
      (await under.store.deliveryOfPost({ channel, chatId, messageId }))?.id;
    expect(await of("1")).toBeUndefined();
    await under.store.commit([change(put(sent))]);
    expect([await of("1"), await of("2")]).toEqual([sent.id, sent.id]);
    await insertAll([newer, older]);
    const newest = [newer, older].map(({ id }) => id).toSorted()[1];
    expect([await of("1"), await of("2")]).toEqual([sent.id, newest]);
    expect([await of("3"), await of("1", "D2"), await of("1", "C1")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const telegram = { channel: "telegram", chatId: "D1", messageId: "1" } as const;
    expect(await under.store.deliveryOfPost(telegram)).toBeUndefined();
  });

  test("what was brought to chats is found, the newest first, in its own workspace", async () => {
    const which = { requests: [anId("req")], isDirect: true, chosen: "none" } as const;
    const foreign = aSentDelivery("1", { sentAt: minute(3), workspace: OTHER });
    const early = aSentDelivery("2", { sentAt: minute(1), which });
    const late = aSentDelivery("3", { sentAt: minute(2), address: { ...ADDRESS, threadId: "t" } });
    const beside = aSentDelivery("4", { sentAt: minute(4), address: laneAt(1) });
    await insertAll([foreign, early, late, beside, aDelivery(), aDelivery({ address: laneAt(0) })]);
    const { workspace } = early;
    const to = (chatIds: readonly string[], limit = 10) =>
      under.store.deliveriesTo({ workspace, channel: ADDRESS.channel, chatIds, limit });
    expect(await to([ADDRESS.chatId])).toEqual([late, early]);
    expect(await to([ADDRESS.chatId, laneAt(1).chatId], 2)).toEqual([beside, late]);
    expect(await to([laneAt(0).chatId])).toEqual([]);
  });

  test("deliveries are listed newest first, by whatever is asked for, page by page", async () => {
    const [item, agent] = [anId("req"), anId("prn")];
    const email: Address = { channel: "email", chatId: "a@example.com" };
    const all = [
      aDelivery({ item, agent }),
      aDelivery({ status: "failed", agent }),
      aSentDelivery("1", { item }),
      aDelivery({ address: email, agent: anId("prn") }),
    ];
    const twin = aDelivery({ item, agent, workspace: OTHER });
    await insertAll([...all, twin]);
    const [queued, failed, sent, mailed] = idsOf(all);
    const list = async (query: object, limit = 10) =>
      idsOf(await under.store.listOutbox({ workspace: "default", limit, ...query }));
    expect(await list({})).toEqual([mailed, sent, failed, queued]);
    expect(await list({}, 3)).toEqual([mailed, sent, failed]);
    expect(await list({ after: failed })).toEqual([queued]);
    expect(await list({ status: "failed" })).toEqual([failed]);
    expect(await list({ status: "queued", channel: "slack" })).toEqual([queued]);
    expect(await list({ channel: "email" })).toEqual([mailed]);
    expect(await list({ agent })).toEqual([failed, queued]);
    expect(await list({ item })).toEqual([sent, queued]);
    expect(idsOf(await under.store.deliveriesOf("default", item))).toEqual([queued, sent]);
    expect(await under.store.deliveriesOf(OTHER, item)).toEqual([twin]);
  });

  test("a channel of any kind has its deliveries, counted and listed by it", async () => {
    const kinds = ["ntfy", "my-chat_2", "x".repeat(32), "slack"];
    const all = kinds.map((channel) => aDelivery({ address: { channel, chatId: "C1" } }));
    await under.store.commit(all.map((one) => change(insert(one))));
    const again = await under.reopen();
    for (const delivery of all) {
      const { channel } = delivery.address;
      expect(await again.countQueued("default", channel)).toBe(1);
      const listed = await again.listOutbox({ workspace: "default", channel, limit: 5 });
      expect(listed).toEqual([delivery]);
    }
  });

  test("what an agent has waiting for one chat is counted up to 100", async () => {
    const by = { workspace: "default", channel: "slack", chatId: "C1" } as const;
    const [first] = [aDelivery()];
    const { agent } = first;
    await insertAll([
      first,
      aDelivery(),
      aDelivery({ status: "failed" }),
      aSentDelivery("1"),
      aDelivery({ agent: anId("prn") }),
      aDelivery({ address: laneAt(0) }),
      aDelivery({ workspace: OTHER }),
    ]);
    expect(await under.store.countQueuedFor({ ...by, agent })).toBe(2);
    await insertAll(Array.from({ length: 120 }, () => aDelivery()));
    expect(await under.store.countQueuedFor({ ...by, agent })).toBe(100);
  });

  test("the first that waits is found by workspace and channel, without what is held or done", async () => {
    const telegram: Address = { channel: "telegram", chatId: "1" };
    await insertAll([
      aDelivery({ createdAt: minute(1), heldFor: "quiet_hours" }),
      aDelivery({ createdAt: minute(2), status: "failed" }),
      aDelivery({ createdAt: minute(2), address: telegram }),
      aDelivery({ createdAt: minute(2), workspace: OTHER }),
      ...[4, 3, 5].map((n) => aDelivery({ createdAt: minute(n) })),
    ]);
    const { store } = under;
    expect(await store.oldestQueued("default", "slack")).toBe(minute(3));
    expect(await store.oldestQueued("default", "telegram")).toBe(minute(2));
    expect(await store.oldestQueued("default", "email")).toBeUndefined();
  });

  test("deliveries are counted by workspace, channel and operator", async () => {
    const operator = anId("prn");
    const email: Address = { channel: "email", chatId: "a@example.com" };
    await insertAll([
      aDelivery(),
      aDelivery({ address: email }),
      aDelivery({ address: email }),
      aDelivery({ status: "failed" }),
      aDelivery({ workspace: OTHER }),
      ...[1, 2, 3].map((n) => aSentDelivery(`${n}`, { operator, sentAt: minute(n) })),
      aSentDelivery("4", { operator: anId("prn"), sentAt: minute(4) }),
    ]);
    const { store } = under;
    expect(await store.countQueued("default")).toBe(3);
    expect(await store.countQueued("default", "email")).toBe(2);
    expect(await store.countQueued("default", "webhook")).toBe(0);
    expect(await store.countQueued(OTHER)).toBe(1);
    expect(await store.countFailed("default")).toBe(1);
    expect(await store.countFailed("default", "email")).toBe(0);
    const since = { operator, since: minute(2) };
    expect(await store.countSentTo({ workspace: "default", ...since })).toBe(2);
    expect(await store.countSentTo({ workspace: OTHER, ...since })).toBe(0);
  });

  test("the first that waits for a reason to go to an operator is found", async () => {
    const [operator, heldFor] = [anId("prn"), "attention_budget"] as const;
    const held = [9, 5].map((n) => aDelivery({ operator, heldFor, dueAt: minute(n) }));
    await insertAll([
      ...held,
      aDelivery({ operator, heldFor: "digest", dueAt: minute(1) }),
      aDelivery({ operator: anId("prn"), heldFor, dueAt: minute(2) }),
      aSentDelivery("1", { operator, sentAt: minute(3) }),
    ]);
    const by = { workspace: "default", operator, heldFor };
    expect(await under.store.heldUntil(by)).toBe(minute(5));
    expect(await under.store.heldUntil({ ...by, workspace: OTHER })).toBeUndefined();
  });
}
