import type { HeldFor } from "../../domain/hub/delivery.ts";
import { present } from "../../domain/present.ts";
import type { ShownDelivery } from "../../ports/earshot/hub.ts";
import { oneLine } from "../../render/visible-text.ts";

const WIDTH = 300;
const HELD: Readonly<Record<HeldFor, string>> = {
  quiet_hours: "until quiet hours are over",
  digest: "for the digest",
  attention_budget: "since enough came within the hour",
  fallback: "in case it is not seen elsewhere before",
  escalation: "in case nobody answers before",
  alike: "after a similar one, which mentions it there",
};

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
      return { tone: "good", state: "sent", ...timed(sentAt), ...oldPost(delivery) };
    case "seen":
      return { tone: "good", state: "seen", ...timed(seenAt ?? sentAt), ...oldPost(delivery) };
    case "failed":
      return { tone: "bad", state: "failed", ...failure };
    case "dropped":
      return { tone: "rest", state: "dropped", ...failure };
  }
}

function waiting({ heldFor, dueAt, attempts, error }: ShownDelivery): DeliveryWords {
  if (attempts > 0) {
    const why = error === undefined ? undefined : oneLine(error.message, WIDTH);
    return { tone: "live", state: "tried again", ...timed(dueAt), ...reason(why) };
  }
  if (heldFor === undefined) return { tone: "live", state: "on its way" };
  return { tone: "rest", state: "waits", ...timed(dueAt), why: HELD[heldFor] };
}

/** It was delivered, but its post could not be updated. */
function oldPost({ error, job }: ShownDelivery): Pick<DeliveryWords, "why"> {
  if (error === undefined) return {};
  const end = job === undefined ? "" : "; tried again";
  return { why: `what stands there is out of date: ${oneLine(error.message, WIDTH)}${end}` };
}

function timed(at: string | undefined): Pick<DeliveryWords, "at"> {
  return present({ at });
}

function reason(why: string | undefined): Pick<DeliveryWords, "why"> {
  return present({ why });
}
