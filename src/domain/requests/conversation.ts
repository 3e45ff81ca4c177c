import type { ConversationId, MessageId, PrincipalId, RequestId, WorkspaceId } from "../id.ts";
import type { Actor } from "../surface.ts";
import type { Timestamp } from "../timestamp.ts";

/** What an agent and people say to each other, in one place. Every agent has one from its start. */
export interface Conversation {
  readonly id: ConversationId;
  readonly workspace: WorkspaceId;
  readonly agent: PrincipalId;
  readonly title: string;
  readonly createdAt: Timestamp;
}

/** As a list shows it: with the beginning of what was said in it last, where anything was. */
export interface ListedConversation extends Conversation {
  readonly last?: Pick<Message, "id" | "from" | "text" | "createdAt">;
}

/** One thing said; needs no answer. */
export interface Message {
  readonly id: MessageId;
  readonly workspace: WorkspaceId;
  readonly conversation: ConversationId;
  readonly from: Actor;
  readonly text: string;
  /** Goes into the text's digest in the log, so that nobody can guess the text from it. */
  readonly salt: string;
  readonly createdAt: Timestamp;
  /** The request that this text was meant to answer, where it came after the request had closed. */
  readonly lateAnswerTo?: RequestId;
  /** The request that an earlier wording of it answered: that answer counts, and stays. */
  readonly corrects?: RequestId;
}
