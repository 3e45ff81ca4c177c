import type { Message } from "../domain/conversation.ts";
import type { MessageId, RequestId } from "../domain/id.ts";
import type { ClosedRequest } from "../domain/request.ts";

/** What people said to an agent that it has not acknowledged, oldest first. */
export interface Mailbox {
  readonly items: readonly (ClosedRequest | Message)[];
  /** How many there are, those beyond `items` included. */
  readonly unread: number;
}

export interface AcknowledgeInput {
  /** 1 to 100; one that is not in the mailbox changes nothing. */
  readonly ids: readonly (RequestId | MessageId)[];
}
