import type { RemoteChannel } from "../channel-kind.ts";
import type { LinkId, PrincipalId, WorkspaceId } from "../id.ts";
import type { Timestamp } from "../timestamp.ts";
import type { Device } from "./device.ts";

/**
 * States that an address belongs to this workspace. It is an operator's own, with the account that
 * they proved to be theirs, or a chat that several people read. Only linked addresses are posted to.
 */
export interface Link {
  readonly id: LinkId;
  readonly workspace: WorkspaceId;
  readonly channel: RemoteChannel;
  readonly chatId: string;
  readonly threadId?: string;
  /** The operator whose own address it is; absent for a chat that several people read. */
  readonly operator?: PrincipalId;
  /** The operator's account on the platform: its actions count as theirs. Absent for a chat. */
  readonly account?: string;
  /** The name of the account or chat, for people to tell links apart. */
  readonly name: string;
  /** An operator's link with the lowest rank is tried first. */
  readonly rank: number;
  readonly createdAt: Timestamp;
  readonly createdBy: PrincipalId;
  /**
   * Until when this record has heard the chat. Absent after a restore, since the lost record may
   * already have acted on what was said in the meantime.
   */
  readonly heardAt?: Timestamp;
  /** For a browser that is notified. Callers are told of it only as their own device. */
  readonly device?: Device;
}

/** How and when an operator wants to be reached. Urgent items, and those about to expire, do not wait. */
export interface Attention {
  readonly operator: PrincipalId;
  /** Of what reaches them, such as `de` or `de-AT`; that of the deployment if absent. */
  readonly language?: string;
  /** An IANA name, such as `Europe/Berlin`; `UTC` if absent. */
  readonly timeZone?: string;
  /** From and to as `HH:MM`; past midnight if `to` is earlier. */
  readonly quiet?: { readonly from: string; readonly to: string };
  /** Times of the day, `HH:MM`, at which items that are not urgent arrive together. */
  readonly digest?: readonly string[];
  /** How many items an hour may arrive one by one; the rest wait for the next hour. */
  readonly perHour?: number;
}
