import { type Timestamp, toMs } from "../timestamp.ts";

/** Why nothing runs by an approval. What a redemption finds today may pass; the first four do not. */
export const APPROVAL_OVERS = [
  "used",
  "voided",
  "erased",
  "expired",
  "denied_now",
  "demands_more",
  "approver_gone",
  "permission_over",
  "agent_halted",
  "unknown",
] as const;
export type ApprovalOver = (typeof APPROVAL_OVERS)[number];

/** What has become of an approval, as far as it was looked up. */
export interface ApprovalUse {
  readonly usedAt?: Timestamp;
  readonly usableUntil?: Timestamp;
  readonly over?: ApprovalOver;
}

/** Why nothing runs by an approval; that it is too old shows with time, without another look. */
export function overOf(
  { over, usedAt, usableUntil }: ApprovalUse,
  nowMs: number,
): ApprovalOver | undefined {
  if (over !== undefined) return over;
  if (usedAt !== undefined) return "used";
  return usableUntil !== undefined && toMs(usableUntil) <= nowMs ? "expired" : undefined;
}
