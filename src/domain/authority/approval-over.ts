import { type Timestamp, toMs } from "../timestamp.ts";

/** Why an approval lets nothing run. The first four are final; what a redemption finds may change. */
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

/** What happened to an approval, as far as the caller looked it up. */
export interface ApprovalUse {
  /** When its grant was used up. It has either this or `usableUntil`. */
  readonly usedAt?: Timestamp;
  /** Until when an unused approval can be used, whether or not its grant was collected. */
  readonly usableUntil?: Timestamp;
  /** Why nothing can run by it any more. */
  readonly over?: ApprovalOver;
}

/** Why an approval lets nothing run. Its age is compared with the time and needs no look-up. */
export function overOf(
  { over, usedAt, usableUntil }: ApprovalUse,
  nowMs: number,
): ApprovalOver | undefined {
  if (over !== undefined) return over;
  if (usedAt !== undefined) return "used";
  return usableUntil !== undefined && toMs(usableUntil) <= nowMs ? "expired" : undefined;
}
