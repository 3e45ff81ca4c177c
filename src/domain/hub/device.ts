import type { KeyId } from "../id.ts";
import { DAY_MS } from "../time.ts";

/** How a delivery names the way to a person's own device: its chat is the id of the link. */
export const PUSH = "push";

/** What a notification says: that somebody is needed and no more, or who asks for what. */
export const NOTICE_DETAILS = ["nothing", "title"] as const;
export type NoticeDetail = (typeof NOTICE_DETAILS)[number];

/** A browser that is notified while no page is open; a part of its link. */
export interface Device {
  /** The web session it was turned on in, with whose end it ends. */
  readonly session: KeyId;
  readonly shows: NoticeDetail;
  /** The period whose key its browser subscribed with. */
  readonly period: number;
  /** Where it is reached and how that is encrypted, sealed by the vault. */
  readonly sealed: string;
}

const PERIOD_MS = 180 * DAY_MS;

/** Browsers that subscribe at this moment do so with the key of this period; others keep theirs. */
export function keyPeriod(nowMs: number): number {
  return Math.floor(nowMs / PERIOD_MS);
}
