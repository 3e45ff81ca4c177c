import type { MessageId, RequestId } from "../../domain/id.ts";
import type { Message } from "../../domain/requests/conversation.ts";
import type { ClosedRequest, Shown } from "../../domain/requests/request.ts";

export interface MailboxInput {
  /** 1 to 100; 50 if absent. */
  readonly limit?: number;
  /** `oldest` if absent. */
  readonly order?: "oldest" | "newest";
}

/** Answers and messages from people that an agent has not acknowledged. */
export interface Mailbox {
  readonly items: readonly (Shown<ClosedRequest> | Message)[];
  /** How many there are, including those beyond `items`; counted up to 1,000. */
  readonly unread: number;
}

export interface AcknowledgeInput {
  /** 1 to 100; an id that is not in the mailbox changes nothing. */
  readonly ids: readonly (RequestId | MessageId)[];
}
