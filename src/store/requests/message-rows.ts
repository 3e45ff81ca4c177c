import type { ConversationId, MessageId, PrincipalId, RequestId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { Conversation, Message } from "../../domain/requests/conversation.ts";
import type { Actor } from "../../domain/surface.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { NewRow, Row } from "../schema/tables.ts";

/* Messages and conversations to rows and back. A round trip gives an equal value. */

export function messageToRow(message: Message): NewRow<"messages"> {
  return {
    workspace: message.workspace,
    id: message.id,
    conversation: message.conversation,
    sender: JSON.stringify(message.from),
    text: message.text,
    salt: message.salt,
    created_at: toMs(message.createdAt),
    late_answer_to: message.lateAnswerTo ?? null,
    corrects: message.corrects ?? null,
    asks_back: message.asksBack ?? null,
  };
}

export function rowToMessage(row: Row<"messages">): Message {
  return {
    id: row.id as MessageId,
    workspace: row.workspace,
    conversation: row.conversation as ConversationId,
    from: JSON.parse(row.sender) as Actor,
    text: row.text,
    salt: row.salt,
    createdAt: toTimestamp(row.created_at),
    ...present({
      lateAnswerTo: row.late_answer_to === null ? undefined : (row.late_answer_to as RequestId),
      corrects: row.corrects === null ? undefined : (row.corrects as RequestId),
      asksBack: row.asks_back === null ? undefined : (row.asks_back as RequestId),
    }),
  };
}

export function conversationToRow(conversation: Conversation): NewRow<"conversations"> {
  const { workspace, id, agent, title, createdAt } = conversation;
  return { workspace, id, agent, title, created_at: toMs(createdAt) };
}

export function rowToConversation(row: Row<"conversations">): Conversation {
  return {
    id: row.id as ConversationId,
    workspace: row.workspace,
    agent: row.agent as PrincipalId,
    title: row.title,
    createdAt: toTimestamp(row.created_at),
  };
}
