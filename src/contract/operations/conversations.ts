import { z } from "zod";
import type { OperationText } from "../schemas/operation.ts";
import { page, pageOf } from "../schemas/parameters.ts";
import * as wire from "../schemas/requests.ts";

export const CONVERSATIONS = {
  tell: {
    summary: "Say something that needs no answer",
    input: z.strictObject({
      text: z.string(),
      conversation: wire.ConversationId.optional(),
      agent: z.string().optional().meta({
        description: "The name of the agent to tell it, in the agent's own conversation.",
      }),
    }),
    output: wire.Message,
  },
  showMessage: {
    summary: "One message",
    input: z.strictObject({ id: wire.MessageId }),
    output: wire.Message,
  },
  startConversation: {
    summary: "Open a conversation beside the agent's own",
    input: z.strictObject({ title: z.string() }),
    output: wire.Conversation,
  },
  listConversations: {
    summary: "Conversations, a page at a time",
    input: z.strictObject({
      order: z.enum(["oldest", "latest"]).optional().meta({
        description:
          "`latest`: where something was said last comes first, with the beginning of that. `oldest` where absent.",
      }),
      ...page,
    }),
    output: pageOf(wire.ListedConversation),
  },
  showConversation: {
    summary: "A conversation with its messages and requests, oldest first",
    input: z.strictObject({ id: wire.ConversationId, ...page }),
    output: z.strictObject({
      conversation: wire.Conversation,
      entries: pageOf(z.union([wire.Message, wire.Request])),
    }),
  },
} as const satisfies Record<string, OperationText>;
