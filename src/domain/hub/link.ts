import type { RemoteChannel } from "../channel-kind.ts";
import type { LinkId, PrincipalId, WorkspaceId } from "../id.ts";
import type { Timestamp } from "../timestamp.ts";

/**
 * That an address belongs to this workspace: an operator's own, with the account they proved to be
 * theirs, or a chat that several people read. What is sent goes to linked addresses only.
 */
export interface Link {
  readonly id: LinkId;
  readonly workspace: WorkspaceId;
  readonly channel: RemoteChannel;
  readonly chatId: string;
  readonly threadId?: string;
  /** Whose own it is; absent for a chat that several read. */
  readonly operator?: PrincipalId;
  /** As the platform knows them: what they do there counts as theirs. Absent for a chat. */
  readonly account?: string;
  /** The account's name or the chat's, for people to tell links apart. */
  readonly name: string;
  /** An operator is reached at the lowest first. */
  readonly rank: number;
  readonly createdAt: Timestamp;
  readonly createdBy: PrincipalId;
  /**
   * Until when this record has heard what is said in the chat; absent after a restore, since what was
   * said meanwhile may have been done by the record that was lost.
   */
  readonly heardAt?: Timestamp;
}

/** When an operator wants to be interrupted. Urgent items, and those about to expire, do not wait. */
export interface Attention {
  readonly operator: PrincipalId;
  /** An IANA name, such as `Europe/Berlin`; `UTC` where absent. */
  readonly timeZone?: string;
  /** From and to as `HH:MM`, over midnight where `to` is the earlier. */
  readonly quiet?: { readonly from: string; readonly to: string };
  /** Times of the day, `HH:MM`, at which what is not urgent comes together. */
  readonly digest?: readonly string[];
  /** How many items in an hour may come one by one; what is beyond waits for the next hour. */
  readonly perHour?: number;
}
