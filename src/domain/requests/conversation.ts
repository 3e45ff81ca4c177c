import type { ConversationId, MessageId, PrincipalId, RequestId, WorkspaceId } from "../id.ts";
import type { Actor } from "../surface.ts";
import type { Timestamp } from "../timestamp.ts";

/** What an agent and people say to each other in one place. Every agent has one from the start. */
export interface Conversation {
  readonly id: ConversationId;
  readonly workspace: WorkspaceId;
  readonly agent: PrincipalId;
  readonly title: string;
  readonly createdAt: Timestamp;
}

/** A conversation in a list, with the beginning of what was said last, if anything was. */
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
  /** Part of the text's digest in the log, so that nobody can guess the text from the digest. */
  readonly salt: string;
  readonly createdAt: Timestamp;
  /** The request that this text was meant to answer, if it came after the request had closed. */
  readonly lateAnswerTo?: RequestId;
  /** The request that an earlier wording of this text answered; that answer stands. */
  readonly corrects?: RequestId;
  /** The open request before whose decision a person asks this of its agent. */
  readonly asksBack?: RequestId;
}
