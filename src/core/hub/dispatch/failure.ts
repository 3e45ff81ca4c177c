import { backOffMs } from "../../../domain/hub/back-off.ts";
import type { DeliveryError } from "../../../domain/hub/delivery.ts";
import { MINUTE_MS } from "../../../domain/time.ts";
import { isChannelError } from "../../../ports/channels/is-channel-error.ts";

export interface Failure {
  readonly error: DeliveryError;
  /** Absent if another attempt cannot help. */
  readonly retryInMs?: number;
  /** The platform only said when to come back, which does not count as an attempt. */
  readonly isUncounted: boolean;
}

/** An attempt counts if the platform makes it wait longer than this. */
const PATIENT_MS = 10 * MINUTE_MS;

/** What follows from an error that a channel threw. */
export function failureOf(
  error: unknown,
  { attempts, random }: { readonly attempts: number; readonly random: number },
): Failure {
  const later = backOffMs(attempts, random);
  // Any other error is a fault of ours, and the platform may have got the post.
  if (!isChannelError(error)) {
    const told = { code: "ambiguous", message: "The channel failed inside." } as const;
    return { error: told, retryInMs: later, isUncounted: false };
  }
  const { kind, message, retryAfterMs } = error;
  switch (kind) {
    case "rate": {
      const retryInMs = Math.max(retryAfterMs ?? later, 1);
      const isUncounted = retryInMs <= PATIENT_MS;
      return { error: { code: "rate_limited", message }, retryInMs, isUncounted };
    }
    case "transient": {
      const retryInMs = Math.max(retryAfterMs ?? 0, later);
      return { error: { code: "unreachable", message }, retryInMs, isUncounted: false };
    }
    case "ambiguous":
      return { error: { code: "ambiguous", message }, retryInMs: later, isUncounted: false };
    case "permanent":
      return { error: { code: "refused", message }, isUncounted: false };
    case "gone":
      return { error: { code: "gone", message }, isUncounted: false };
  }
}
