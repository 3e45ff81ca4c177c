import { z } from "zod";
import { page, pageOf } from "../schemas/common-errors.ts";
import type { Operation } from "../schemas/operation.ts";
import * as wire from "../schemas/requests.ts";

export const CONVERSATIONS = {
  tell: {
    method: "POST",
    path: "/v1/messages",
    right: "tell",
    summary: "Say something that needs no answer",
    input: z.strictObject({
      text: z.string(),
      conversation: wire.ConversationId.optional(),
      agent: z
        .string()
        .optional()
        .meta({ description: "The name of the agent to say it to, in its own conversation." }),
    }),
    output: wire.Message,
    status: 201,
    media: "application/json",
  },
  showMessage: {
    method: "GET",
    path: "/v1/messages/{id}",
    right: "read",
    summary: "One message",
    input: z.strictObject({ id: wire.MessageId }),
    output: wire.Message,
    status: 200,
    media: "application/json",
  },
  startConversation: {
    method: "POST",
    path: "/v1/conversations",
    right: "tell",
    summary: "Open a conversation beside the agent's own",
    input: z.strictObject({ title: z.string() }),
    output: wire.Conversation,
    status: 201,
    media: "application/json",
  },
  listConversations: {
    method: "GET",
    path: "/v1/conversations",
    right: "read",
    summary: "Conversations, a page at a time",
    input: z.strictObject({
      order: z.enum(["oldest", "latest"]).optional().meta({
        description:
          "`latest`: where something was said last comes first, with the beginning of that. `oldest` where absent.",
      }),
      ...page,
    }),
    output: pageOf(wire.ListedConversation),
    status: 200,
    media: "application/json",
  },
  showConversation: {
    method: "GET",
    path: "/v1/conversations/{id}",
    right: "read",
    summary: "A conversation with its messages and requests, oldest first",
    input: z.strictObject({ id: wire.ConversationId, ...page }),
    output: z.strictObject({
      conversation: wire.Conversation,
      entries: pageOf(z.union([wire.Message, wire.Request])),
    }),
    status: 200,
    media: "application/json",
  },
} as const satisfies Record<string, Operation>;
