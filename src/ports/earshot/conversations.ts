import type { ConversationId, MessageId } from "../../domain/id.ts";
import type {
  Conversation,
  ListedConversation,
  Message,
} from "../../domain/requests/conversation.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Page, PageInput } from "./call.ts";

export interface ConversationsInput extends PageInput {
  /** `latest`: where something was said last comes first, with the beginning of that. `oldest` where absent. */
  readonly order?: "oldest" | "latest";
}

/** A conversation with what was said in it, oldest first: messages, and requests with their answers. */
export interface Transcript {
  readonly conversation: Conversation;
  readonly entries: Page<Message | Request>;
}

/** Where agents and people speak, to read; a part of `Earshot`. */
export interface Conversations {
  listConversations(input?: ConversationsInput): Promise<Page<ListedConversation>>;
  showConversation(input: { readonly id: ConversationId } & PageInput): Promise<Transcript>;
  showMessage(input: { readonly id: MessageId }): Promise<Message>;
}
