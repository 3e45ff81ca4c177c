import type { MessageId, PrincipalId, RequestId, WorkspaceId } from "../id.ts";
import type { Timestamp } from "../timestamp.ts";

/** What a mailbox holds, by id: a request that a tool asked, or a message to the agent. */
export type MailboxItem = RequestId | MessageId;

/** Names one entry: an item is at most once in an agent's mailbox. */
export interface MailboxRef {
  readonly workspace: WorkspaceId;
  readonly agent: PrincipalId;
  readonly item: MailboxItem;
}

/** An item in an agent's mailbox, from when it is asked or said until it is acknowledged. */
export interface MailboxEntry extends MailboxRef {
  /** Digest of the question, by which the same agent's same question finds its request. */
  readonly digest?: string;
  /** When there was something to read; absent while the request is open. */
  readonly readyAt?: Timestamp;
}
