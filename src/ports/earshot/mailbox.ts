import type { MessageId, RequestId } from "../../domain/id.ts";
import type { Message } from "../../domain/requests/conversation.ts";
import type { ClosedRequest } from "../../domain/requests/request.ts";

export interface MailboxInput {
  /** 1 to 100; 50 where absent. */
  readonly limit?: number;
  /** `oldest` where absent. */
  readonly order?: "oldest" | "newest";
}

/** What people said to an agent that it has not acknowledged. */
export interface Mailbox {
  readonly items: readonly (ClosedRequest | Message)[];
  /** How many there are, those beyond `items` included; not counted beyond 1,000. */
  readonly unread: number;
}

export interface AcknowledgeInput {
  /** 1 to 100; one that is not in the mailbox changes nothing. */
  readonly ids: readonly (RequestId | MessageId)[];
}
