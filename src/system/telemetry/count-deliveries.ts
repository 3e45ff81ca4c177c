import type { EventDraft } from "../../domain/log/event.ts";
import { isSurface } from "../../domain/surface.ts";
import type { Change, Write } from "../../ports/store/store.ts";
import type { DeliveryCount, DeliveryOutcome, NodeFigures } from "../../ports/system/figures.ts";
import { createLabelled } from "./labelled.ts";

const OUTCOMES: Readonly<Record<string, DeliveryOutcome>> = {
  "delivery.sent": "sent",
  "delivery.seen": "seen",
  "delivery.failed": "failed",
  "delivery.resent": "resent",
  "delivery.dropped": "dropped",
};

/**
 * What became of deliveries over platforms, and how many requests reached nobody. An attempt that
 * will be repeated counts as retried.
 */
export function createDeliveryCounts() {
  const counts = createLabelled((labels: Omit<DeliveryCount, "count">) => ({ labels, count: 0 }));
  let undeliverable = 0;
  function count(outcome: DeliveryOutcome, channel: string | undefined): void {
    // Only the channel becomes a label, because collectors keep labels for good.
    if (channel === undefined || !isSurface(channel)) return;
    counts.of(`${channel} ${outcome}`, () => ({ channel, outcome })).count += 1;
  }

  function countEvent({ type, data }: EventDraft): void {
    if (type === "request.undeliverable") undeliverable += 1;
    const outcome = OUTCOMES[type];
    if (outcome !== undefined && data?.delivery !== undefined) count(outcome, data.channel);
  }

  function countWrite(write: Write): void {
    if (write.type !== "outbox.put" || write.delivery.error === undefined) return;
    const { address, status, job } = write.delivery;
    if (job !== undefined && status !== "failed") count("retried", address.channel);
  }

  return {
    add({ events, writes }: Change): void {
      for (const event of events) countEvent(event);
      for (const write of writes) countWrite(write);
    },
    read: (): Pick<NodeFigures, "deliveries" | "undeliverable"> => ({
      deliveries: counts.all().map(({ labels, count: counted }) => ({ ...labels, count: counted })),
      undeliverable,
    }),
  };
}
