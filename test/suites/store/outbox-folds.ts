import { expect, test } from "vitest";
import { type Delivery, TOLD_AFTER_MS } from "../../../src/domain/hub/delivery.ts";
import type { DeliveryId } from "../../../src/domain/id.ts";
import { toTimestamp } from "../../../src/domain/timestamp.ts";
import type { Write } from "../../../src/ports/store/store.ts";
import { anId, anOpenRequest, answeredWith } from "../../../src/testing/builders.ts";
import { aDelivery, aSentDelivery, change, insert, minute, next, put } from "./outbox.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

/** Deliveries that wait for one that is already posted. */
function behind(leader: DeliveryId, over: Partial<Delivery> = {}): Delivery {
  const { job: _job, dueAt: _dueAt, ...rest } = aDelivery();
  return { ...rest, heldFor: "alike", behind: leader, ...over };
}

export function outboxFoldFacts(under: StoreUnderTest): void {
  const find = async ({ workspace, id }: Delivery) => await under.store.findDelivery(workspace, id);
  const settle = (item: Delivery["item"]): Write => ({
    type: "outbox.settle",
    item,
    at: minute(1),
  });
  const soon = toTimestamp(Date.parse(minute(1)) + TOLD_AFTER_MS);

  /** A posted one, two that wait for it, and one that waits for another. */
  async function folded() {
    const leader = aSentDelivery("1");
    const other = aSentDelivery("2");
    const [first, second] = [behind(leader.id), behind(leader.id)];
    const foreign = behind(other.id);
    const all = [leader, other, second, first, foreign];
    await under.store.commit(all.map((one) => change(insert(one))));
    return { leader, other, first, second, foreign };
  }

  /** Due at once, since nothing is before it any more. */
  function isDue({ behind: _behind, ...rest }: Delivery): Delivery {
    return next(rest, { job: "post", dueAt: rest.createdAt });
  }

  test("what waits behind a delivery is found by it, is not due, and is read back as it was", async () => {
    const { leader, first, second } = await folded();
    await under.reopen();
    expect(await find(first)).toEqual(first);
    const waiting = await under.store.deliveriesBehind("default", leader.id);
    expect(waiting).toEqual([first, second].toSorted((a, b) => (a.id < b.id ? -1 : 1)));
    expect(await under.store.deliveriesBehind("other", leader.id)).toEqual([]);
    const { agent } = first;
    const chat = { workspace: "default", agent, channel: "slack", chatId: "C1" } as const;
    expect(await under.store.countQueuedFor(chat)).toBe(0);
    for (let shard = 0; shard < 8; shard++) {
      const due = await under.store.dueDeliveries({ shard, at: minute(600), limit: 9 });
      expect(due).toEqual([]);
      expect(await under.store.nextDelivery(shard)).toBeUndefined();
    }
  });

  test.each(["settled", "failed", "dropped"] as const)(
    "once the first is %s the next is due, and the others wait behind that",
    async (end) => {
      const { leader, first, second, foreign } = await folded();
      const ending: Write =
        end === "settled" ? settle(leader.item) : put(next(leader, { status: end }));
      expect(await under.outcomes([change(ending)])).toEqual(["committed"]);
      expect(await find(first)).toEqual(isDue(first));
      expect(await find(second)).toEqual(next(second, { behind: first.id }));
      expect(await find(foreign)).toEqual(foreign);
      expect(await under.outcomes([change(settle(first.item))])).toEqual(["committed"]);
      expect(await find(second)).toEqual(isDue(next(second)));
    },
  );

  test("of what waits that goes on which ends first", async () => {
    const leader = aSentDelivery("1");
    const requests = [undefined, minute(60), minute(30)].map((expiresAt) =>
      anOpenRequest(expiresAt === undefined ? {} : { expiresAt }),
    );
    const waiting = requests.map(({ id: item }) => behind(leader.id, { item }));
    await under.store.commit([
      change(insert(leader)),
      ...requests.map((request) => change({ type: "request.insert", request })),
      ...waiting.map((one) => change(insert(one))),
    ]);
    await under.store.commit([change(settle(leader.item))]);
    const [long, later, soonest] = waiting as [Delivery, Delivery, Delivery];
    expect(await find(soonest)).toEqual(isDue(soonest));
    for (const one of [long, later])
      expect(await find(one)).toEqual(next(one, { behind: soonest.id }));
  });

  test("what is settled while it waits is dropped, and the first is told anew once, soon", async () => {
    const { leader, first, second } = await folded();
    await under.store.commit([change(settle(first.item))]);
    const { heldFor: _heldFor, behind: _behind, ...rest } = first;
    expect(await find(first)).toEqual(next(rest, { status: "dropped" }));
    const edit = { job: "edit", dueAt: soon, attempts: 0 } as const;
    expect(await find(leader)).toEqual(next(leader, edit));
    expect(await find(second)).toEqual(second);
    const later = { type: "outbox.settle", item: second.item, at: minute(2) } as const;
    await under.store.commit([change(later)]);
    // Whoever changes it must look again, and it is not postponed.
    expect(await find(leader)).toEqual(next(leader, { ...edit, version: 3 }));
  });

  test("a mail that others wait behind is not sent again since one of them is closed", async () => {
    const address = { channel: "email", chatId: "ada@example.org" } as const;
    const leader = aSentDelivery("1", { address });
    const first = behind(leader.id, { address });
    await under.store.commit([change(insert(leader), insert(first))]);
    await under.store.commit([change(settle(first.item))]);
    expect(await find(leader)).toEqual(leader);
  });

  test("what is hastened waits behind nothing, and what it waited behind is told anew", async () => {
    const { leader, first, second } = await folded();
    const { item } = first;
    await under.store.commit([
      change({ type: "outbox.hasten", item, heldFor: "alike", at: minute(1) }),
    ]);
    const { heldFor: _heldFor, behind: _behind, ...rest } = first;
    expect(await find(first)).toEqual(next(rest, { job: "post", dueAt: minute(1) }));
    expect(await find(leader)).toEqual(next(leader, { job: "edit", dueAt: soon, attempts: 0 }));
    expect(await find(second)).toEqual(second);
  });

  test("one cannot come to wait behind what is closed in the same moment", async () => {
    const leader = aSentDelivery("1");
    const late = aDelivery();
    await under.store.commit([change(insert(leader)), change(insert(late))]);
    const { job: _job, dueAt: _dueAt, ...rest } = late;
    const folding = [put(next(leader)), put(next(rest, { heldFor: "alike", behind: leader.id }))];
    expect(await under.outcomes([change(settle(leader.item)), change(...folding)])).toEqual([
      "committed",
      "conflict",
    ]);
    expect(await find(late)).toEqual(late);
  });

  test("what stands in a chat of an agent's open requests is found among its newest posts", async () => {
    const [open, closed, foreign] = [anOpenRequest(), anOpenRequest(), anOpenRequest()];
    const sentAt = minute(3);
    const older = aSentDelivery("1", { item: open.id, sentAt: minute(1) });
    const newer = aSentDelivery("2", { item: open.id, sentAt, status: "seen" });
    const others = [
      aSentDelivery("3", { item: closed.id, sentAt }),
      aSentDelivery("4", { item: foreign.id, sentAt, agent: anId("prn") }),
      aSentDelivery("5", { item: open.id, sentAt, address: { channel: "slack", chatId: "C2" } }),
      aSentDelivery("6", { item: open.id, sentAt, status: "failed" }),
      aDelivery({ item: open.id }),
    ];
    await under.store.commit([
      ...[open, closed, foreign].map((request) => change({ type: "request.insert", request })),
      change({ type: "request.update", request: answeredWith(closed, "yes") }),
      ...[older, newer, ...others].map((one) => change(insert(one))),
    ]);
    const place = {
      workspace: "default",
      agent: older.agent,
      channel: "slack",
      chatId: "C1",
    } as const;
    expect(await under.store.standingIn({ ...place, among: 9 })).toEqual([newer, older]);
    expect(await under.store.standingIn({ ...place, among: 4 })).toEqual([newer]);
    expect(await under.store.standingIn({ ...place, workspace: "other", among: 9 })).toEqual([]);
  });
}
