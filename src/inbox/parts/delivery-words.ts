import { present } from "../../domain/present.ts";
import type { ShownDelivery } from "../../ports/earshot/hub.ts";
import { oneLine } from "../../render/visible-text.ts";
import { say } from "./messages/messages.ts";

const WIDTH = 300;
export interface DeliveryWords {
  /** Its colour. */
  readonly tone: "good" | "bad" | "live" | "rest";
  readonly state: string;
  /** When that was, or when something happens next. */
  readonly at?: string;
  /** Why it waits, or why it failed. */
  readonly why?: string;
}

/** How a delivery is: "failed", why; "waits", until when and why. */
export function deliveryWords(delivery: ShownDelivery): DeliveryWords {
  const { status, sentAt, seenAt, error } = delivery;
  const failure = present({ why: error && oneLine(error.message, WIDTH) });
  switch (status) {
    case "queued":
      return waiting(delivery);
    case "sent":
      return { tone: "good", state: say("delivery.sent"), ...timed(sentAt), ...oldPost(delivery) };
    case "seen":
      return {
        tone: "good",
        state: say("delivery.seen"),
        ...timed(seenAt ?? sentAt),
        ...oldPost(delivery),
      };
    case "failed":
      return { tone: "bad", state: say("delivery.failed"), ...failure };
    case "dropped":
      return { tone: "rest", state: say("delivery.dropped"), ...failure };
  }
}

function waiting({ heldFor, dueAt, attempts, error }: ShownDelivery): DeliveryWords {
  if (attempts > 0) {
    const why = error === undefined ? undefined : oneLine(error.message, WIDTH);
    return { tone: "live", state: say("delivery.again"), ...timed(dueAt), ...reason(why) };
  }
  if (heldFor === undefined) return { tone: "live", state: say("delivery.on-its-way") };
  return {
    tone: "rest",
    state: say("delivery.waits"),
    ...timed(dueAt),
    why: say(`held.${heldFor}`),
  };
}

/** It was delivered, but its post could not be updated. */
function oldPost({ error, job }: ShownDelivery): Pick<DeliveryWords, "why"> {
  if (error === undefined) return {};
  const why = oneLine(error.message, WIDTH);
  return { why: say(job === undefined ? "delivery.old" : "delivery.old-again", { why }) };
}

function timed(at: string | undefined): Pick<DeliveryWords, "at"> {
  return present({ at });
}

function reason(why: string | undefined): Pick<DeliveryWords, "why"> {
  return present({ why });
}
