import type { Delivery } from "../../../src/domain/hub/delivery.ts";
import { toTimestamp } from "../../../src/domain/timestamp.ts";
import type { Change, Write } from "../../../src/ports/store/store.ts";
import { anId } from "../../../src/testing/builders.ts";
import { AT, OTHER } from "./store-under-test.ts";

/** What the facts of the outbox have in common. */
export const change = (...writes: readonly Write[]): Change => ({
  workspace: "default",
  writes,
  events: [],
});
export const elsewhere = (...writes: readonly Write[]): Change => ({
  workspace: OTHER,
  writes,
  events: [],
});

/** This many minutes after `AT`. */
export function minute(count: number): string {
  return toTimestamp(Date.parse(AT) + count * 60_000);
}

const AGENT = anId("prn");

/** A queued delivery that is due; all belong to one agent. */
export function aDelivery(over: Partial<Delivery> = {}): Delivery {
  const id = over.id ?? anId("dlv");
  return {
    id,
    workspace: "default",
    address: { channel: "slack", chatId: "C1" },
    item: anId("req"),
    agent: AGENT,
    status: "queued",
    job: "post",
    dueAt: AT,
    attempts: 0,
    nonce: `nonce of ${id}`,
    createdAt: AT,
    version: 1,
    ...over,
  };
}

/** A delivery that the platform accepted as this message. */
export function aSentDelivery(message: string, over: Partial<Delivery> = {}): Delivery {
  const { job: _job, dueAt: _dueAt, ...rest } = aDelivery();
  return {
    ...rest,
    status: "sent",
    attempts: 1,
    sentAt: AT,
    post: { chatId: "C1", ids: [message] },
    ...over,
  };
}

export const insert = (delivery: Delivery): Write => ({ type: "outbox.insert", delivery });
export const put = (delivery: Delivery): Write => ({ type: "outbox.put", delivery });
export const next = (delivery: Delivery, over: Partial<Delivery> = {}): Delivery => ({
  ...delivery,
  version: delivery.version + 1,
  ...over,
});
