import type { MessageId, PrincipalId, RequestId, WorkspaceId } from "../id.ts";
import type { Timestamp } from "../timestamp.ts";

/** What a mailbox holds, by id: a request that a tool asked, or a message to the agent. */
export type MailboxItem = RequestId | MessageId;

/** Names one entry: an item is in the mailbox of one agent at most once. */
export interface MailboxRef {
  readonly workspace: WorkspaceId;
  readonly agent: PrincipalId;
  readonly item: MailboxItem;
}

/** The place of an item in an agent's mailbox, from when it is asked or said until it is acknowledged. */
export interface MailboxEntry extends MailboxRef {
  /** Of what was asked; the same question of the same agent finds its request by it. */
  readonly digest?: string;
  /** When there was something to read: an open request has nothing yet. */
  readonly readyAt?: Timestamp;
}
