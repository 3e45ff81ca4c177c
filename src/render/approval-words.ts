import { type ApprovalOver, type ApprovalUse, overOf } from "../domain/authority/approval-over.ts";
import { type Timestamp, toMs } from "../domain/timestamp.ts";
import type { RenderMessages } from "./messages/messages.ts";
import { lengthWords } from "./words/lengths.ts";
import type { Reader } from "./words/reader.ts";

/** In a few words, after "approved": whether it was used, or for how long it still can be. */
export function useWords(
  use: ApprovalUse & Closed,
  nowMs: number,
  words: RenderMessages,
): string | undefined {
  const over = overOf(use, nowMs);
  if (over !== undefined) return words.say(`use.${over}`);
  const { usableUntil, closedAt } = use;
  if (usableUntil === undefined) return undefined;
  // A clock that is behind would give it longer than it was ever given.
  const fromMs = closedAt === undefined ? nowMs : Math.max(nowMs, toMs(closedAt));
  return words.say("use_left", { left: lengthWords(toMs(usableUntil) - fromMs, words) });
}

interface Closed {
  readonly closedAt?: Timestamp;
}

/** As a sentence with its time; empty if nothing was looked up. */
export function useSentence(
  use: ApprovalUse,
  nowMs: number,
  { words, moment }: Pick<Reader, "words" | "moment">,
): string {
  const over = overOf(use, nowMs);
  const { usedAt, usableUntil } = use;
  if (over === undefined) {
    return usableUntil === undefined
      ? ""
      : words.say("grant_until", { until: moment(usableUntil) });
  }
  const at = usedAt ?? usableUntil;
  return at !== undefined && isTimed(over)
    ? words.say(`grant_at.${over}`, { at: moment(at) })
    : words.say(`grant.${over}`);
}

/** Of these it is told when. */
function isTimed(over: ApprovalOver): over is "used" | "voided" | "erased" | "expired" {
  return over === "used" || over === "voided" || over === "erased" || over === "expired";
}
