import { formatDuration } from "../domain/duration.ts";
import { type Timestamp, toMs } from "../domain/timestamp.ts";

/** What has become of an approval, as far as it was looked up. */
export interface ApprovalUse {
  readonly usedAt?: Timestamp;
  readonly usableUntil?: Timestamp;
}

/** In a few words, behind "approved": whether it was used, or for how long it still can be. */
export function useWords({ usedAt, usableUntil }: ApprovalUse, nowMs: number): string | undefined {
  if (usedAt !== undefined) return "used";
  if (usableUntil === undefined) return undefined;
  const leftMs = toMs(usableUntil) - nowMs;
  return leftMs > 0 ? `not used, ${formatDuration(leftMs)} left` : "lapsed unused";
}

/** As a sentence with its moment; empty where nothing was looked up. */
export function useSentence({ usedAt, usableUntil }: ApprovalUse, nowMs: number): string {
  if (usedAt !== undefined) return `It was used at ${usedAt}: the action may have run.`;
  if (usableUntil === undefined) return "";
  return toMs(usableUntil) > nowMs
    ? `It is not used, and can be until ${usableUntil}.`
    : `It was not used by ${usableUntil}, and nothing runs by it any more.`;
}
