import { expect, test } from "vitest";
import type { Delivery } from "../../../src/domain/hub/delivery.ts";
import type { Write } from "../../../src/ports/store/store.ts";
import { anActor, anId, anOpenRequest, answeredWith } from "../../../src/testing/builders.ts";
import {
  aDelivery,
  aSentDelivery,
  change,
  elsewhere,
  insert,
  minute,
  next,
  put,
} from "./outbox.ts";
import { AT, OTHER, type StoreUnderTest } from "./store-under-test.ts";

const WHOLE: Partial<Delivery> = {
  address: { channel: "telegram", chatId: "-100", threadId: "7" },
  operator: anId("prn"),
  text: 'a "text"\u0000',
  part: { index: 1, of: 2 },
  replyTo: "9",
  status: "seen",
  job: "edit",
  heldFor: "digest",
  attempts: 3,
  isResent: true,
  digest: "digest",
  post: { chatId: "-100", ids: ["1", "2"], threadId: "7" },
  error: { code: "unreachable", message: "It is away." },
  sentAt: minute(1),
  seenAt: minute(2),
  version: 4,
};

export function outboxWritingFacts(under: StoreUnderTest): void {
  const find = async ({ workspace, id }: Delivery) => await under.store.findDelivery(workspace, id);

  test("a delivery is read back as it was, whole or bare", async () => {
    const { job: _job, dueAt: _dueAt, ...rest } = aDelivery({ status: "dropped" });
    const deliveries = [aDelivery(WHOLE), aDelivery(), rest];
    await under.store.commit(deliveries.map((one) => change(insert(one))));
    await under.reopen();
    for (const delivery of deliveries) expect(await find(delivery)).toEqual(delivery);
    expect(await under.store.findDelivery(OTHER, rest.id)).toBeUndefined();
  });

  test("a delivery is there once, and no other has its nonce, in whichever workspace", async () => {
    const one = aDelivery({ nonce: "n" });
    const twin = aDelivery({ nonce: "n", workspace: OTHER });
    const other = aDelivery();
    expect(
      await under.outcomes([
        change(insert(one)),
        change(insert(one)),
        elsewhere(insert(twin)),
        change(insert(other)),
      ]),
    ).toEqual(["committed", "conflict", "conflict", "committed"]);
    expect(await under.store.deliveryOfNonce("n")).toEqual(one);
    expect(await under.store.deliveryOfNonce(other.nonce)).toEqual(other);
    expect(await under.store.deliveryOfNonce("m")).toBeUndefined();
  });

  test("a delivery is put in the place of the version before it alone", async () => {
    const first = aDelivery();
    const tried = next(first, { attempts: 1, dueAt: minute(1) });
    const sent = next(tried, { ...WHOLE, version: 3, operator: anId("prn") });
    await under.store.commit([change(insert(first))]);
    expect(
      await under.outcomes([
        elsewhere(put({ ...tried, workspace: OTHER })),
        change(put(sent)),
        change(put(tried)),
        change(put(tried)),
        change(put(sent)),
        change(put(aDelivery({ version: 2 }))),
      ]),
    ).toEqual(["conflict", "conflict", "committed", "conflict", "committed", "conflict"]);
    await under.reopen();
    expect(await find(first)).toEqual(sent);
  });

  test("an item that is settled takes back what was not tried, and has the rest changed", async () => {
    const item = anId("req");
    const untried = aDelivery({ item, dueAt: minute(9), heldFor: "digest" });
    const tried = aDelivery({ item, attempts: 2, dueAt: minute(5) });
    const sent = aSentDelivery("1", { item });
    const seen = aSentDelivery("2", {
      item,
      status: "seen",
      job: "edit",
      dueAt: minute(7),
      attempts: 4,
    });
    const failed = aDelivery({ item, status: "failed", attempts: 5 });
    const foreign = aDelivery();
    const twin = aDelivery({ item, workspace: OTHER });
    const all = [untried, tried, sent, seen, failed, foreign];
    await under.store.commit([...all.map((one) => change(insert(one))), elsewhere(insert(twin))]);
    const settle: Write = { type: "outbox.settle", item, at: minute(1) };
    expect(await under.outcomes([change(settle)])).toEqual(["committed"]);
    const { job: _job, dueAt: _dueAt, heldFor: _heldFor, ...rest } = untried;
    expect(await find(untried)).toEqual({ ...rest, status: "dropped", version: 2 });
    expect(await find(tried)).toEqual({ ...tried, version: 2 });
    const edit = { job: "edit", dueAt: minute(1), attempts: 0, version: 2 } as const;
    expect(await find(sent)).toEqual({ ...sent, ...edit });
    expect(await find(seen)).toEqual({ ...seen, ...edit });
    for (const one of [failed, foreign, twin]) expect(await find(one)).toEqual(one);
  });

  test("what is settled with an answer is not sent, whoever is trying", async () => {
    const request = anOpenRequest();
    const queued = aDelivery({ item: request.id });
    const closed = answeredWith(request, "yes");
    await under.store.commit([change({ type: "request.insert", request }, insert(queued))]);
    const notice = aDelivery({ item: request.id });
    expect(
      await under.outcomes([
        change(
          { type: "request.update", request: closed },
          { type: "outbox.settle", item: request.id, at: AT },
          insert(notice),
        ),
        change(put(next(queued, { attempts: 1 }))),
      ]),
    ).toEqual(["committed", "conflict"]);
    expect((await find(queued))?.status).toBe("dropped");
    expect(await find(notice)).toEqual(notice);
  });

  test("what is held for one reason becomes due, the next of one operator where one is named", async () => {
    const [item, ana, ben] = [anId("req"), anId("prn"), anId("prn")];
    const held = { item, dueAt: minute(60), heldFor: "quiet_hours" } as const;
    const ofAna = aDelivery({ ...held, operator: ana });
    const ofBen = aDelivery({ ...held, operator: ben });
    const otherwise = aDelivery({ ...held, operator: ana, heldFor: "digest" });
    const tried = aDelivery({ ...held, operator: ana, attempts: 1 });
    const foreign = aDelivery({ ...held, operator: ana, item: anId("req") });
    const behind = aDelivery({ ...held, operator: ana, dueAt: minute(61) });
    const all = [ofAna, ofBen, otherwise, tried, foreign, behind];
    await under.store.commit(all.map((one) => change(insert(one))));
    const { heldFor } = held;
    const hasten: Write = { type: "outbox.hasten", item, heldFor, at: minute(1) };
    const isDue = ({ heldFor: _heldFor, ...rest }: Delivery) => next(rest, { dueAt: minute(1) });
    await under.store.commit([change({ ...hasten, operator: ana }), elsewhere(hasten)]);
    expect(await find(ofAna)).toEqual(isDue(ofAna));
    const others = [ofBen, otherwise, tried, foreign, behind];
    for (const one of others) expect(await find(one)).toEqual(one);
    await under.store.commit([change(hasten)]);
    expect(await find(ofAna)).toEqual(isDue(ofAna));
    expect(await find(ofBen)).toEqual(isDue(ofBen));
    expect(await find(otherwise)).toEqual(otherwise);
  });

  test("the text of a message that is erased is gone from its deliveries for good", async () => {
    const id = anId("msg");
    const message = {
      id,
      workspace: "default",
      conversation: anId("cnv"),
      text: "a secret",
      salt: "s",
      from: anActor(),
      createdAt: AT,
    };
    const delivery = aDelivery({ item: id, text: "a secret" });
    const foreign = aDelivery({ text: "a secret" });
    await under.store.commit([
      change({ type: "message.insert", message }, insert(delivery), insert(foreign)),
    ]);
    const erased = { ...message, text: "", salt: "" };
    const erase = { type: "message.erase", message: erased } as const;
    expect(await under.outcomes([change(erase), change(erase)])).toEqual(["committed", "conflict"]);
    expect((await find(delivery))?.text).toBe("");
    expect(await under.outcomes([change(put(next(delivery, { attempts: 1 })))])).toEqual([
      "committed",
    ]);
    expect(await find(delivery)).toEqual(next(delivery, { attempts: 1, text: "" }));
    expect(await find(foreign)).toEqual(foreign);
  });

  test("a request that is erased takes along the text of its deliveries, and its likeness", async () => {
    const request = anOpenRequest();
    const closed = answeredWith(request, "yes");
    const delivery = aDelivery({ item: request.id, text: "a secret" });
    await under.store.commit([
      change({ type: "request.insert", request, likeness: "alike" }, insert(delivery)),
      change({ type: "request.update", request: closed }),
    ]);
    const erased = { ...closed, version: 3, erasedAt: AT };
    const early = { ...erased, version: 4 };
    const erase = (one: typeof erased): Write => ({ type: "request.erase", request: one });
    expect(await under.outcomes([change(erase(early))])).toEqual(["conflict"]);
    expect((await find(delivery))?.text).toBe("a secret");
    expect(await under.outcomes([change(erase(erased))])).toEqual(["committed"]);
    expect((await find(delivery))?.text).toBe("");
  });
}
