import type { ConversationId, MessageId } from "../../domain/id.ts";
import type {
  Conversation,
  ListedConversation,
  Message,
} from "../../domain/requests/conversation.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { Page, PageInput } from "./call.ts";

export interface ConversationsInput extends PageInput {
  /** `latest`: the most recently used first, with the beginning of their last words. `oldest` if absent. */
  readonly order?: "oldest" | "latest";
}

/** A conversation with its messages and its requests with their answers, oldest first. */
export interface Transcript {
  readonly conversation: Conversation;
  readonly entries: Page<Message | ShownRequest>;
}

/** Reads the conversations of agents and people; a part of `Earshot`. */
export interface Conversations {
  listConversations(input?: ConversationsInput): Promise<Page<ListedConversation>>;
  showConversation(input: { readonly id: ConversationId } & PageInput): Promise<Transcript>;
  showMessage(input: { readonly id: MessageId }): Promise<Message>;
}
