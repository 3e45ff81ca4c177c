import { formatDuration } from "../../domain/duration.ts";
import type { HeldFor } from "../../domain/hub/delivery.ts";
import { type Timestamp, toMs } from "../../domain/timestamp.ts";
import { timeText } from "./time-text.ts";

export interface Held {
  readonly heldFor: HeldFor;
  /** Until when. */
  readonly at: Timestamp;
  /** What a fallback or an escalation waits for, if known. */
  readonly after?: Timestamp;
}

/** Why something is not delivered at once, and when it will be. */
export function heldWords({ heldFor, at, after }: Held): string {
  const until = timeText(at);
  const delay =
    after === undefined ? `at ${until}` : `after ${formatDuration(toMs(at) - toMs(after))}`;
  switch (heldFor) {
    case "quiet_hours":
      return `quiet hours until ${until}`;
    case "digest":
      return `with the digest of ${until}`;
    case "attention_budget":
      return `enough for this hour; waits until ${until}`;
    case "fallback":
      return `fallback ${delay} without a sign`;
    case "escalation":
      return `escalation ${delay} without an answer`;
    case "alike":
      return "a similar one is there, mentions it, and is to be decided first";
  }
}
