import { z } from "zod";
import { flag, page, pageOf } from "../schemas/common-errors.ts";
import type { Operation } from "../schemas/operation.ts";
import { ConversationId, Json, JsonObject } from "../schemas/values.ts";
import * as wire from "./liaison-schemas.ts";
import { Short, Text } from "./session-schemas.ts";

const conversation = { conversation_id: ConversationId };

/** Conversations of the liaison, for people and for workers. */
export const LIAISON = {
  beginConversation: {
    method: "POST",
    path: "/v1/liaison",
    right: "tell",
    summary:
      "Begin a conversation with the liaison, with a person's own words and by their own key",
    input: z.strictObject({
      user_id: Short.optional().meta({
        description: "The caller's own name, or `default`: nobody begins one for another.",
      }),
      initial_message: Text,
      agent: Short.optional().meta({ description: "The agent that is to do the task." }),
    }),
    output: wire.LiaisonReply,
    status: 201,
    media: "application/json",
  },
  listLiaisons: {
    method: "GET",
    path: "/v1/liaison",
    right: "read",
    summary:
      "Conversations of the liaison, the newest first; an agent sees its tasks and free ones",
    input: z.strictObject({
      phase: wire.Phase.optional(),
      mine: flag.meta({ description: "A person's own, or an agent's tasks." }),
      ...page,
    }),
    output: pageOf(wire.Liaison),
    status: 200,
    media: "application/json",
  },
  showLiaison: {
    method: "GET",
    path: "/v1/liaison/{conversation_id}",
    right: "read",
    summary: "One conversation of the liaison, whole",
    input: z.strictObject(conversation),
    output: wire.Liaison,
    status: 200,
    media: "application/json",
  },
  continueConversation: {
    method: "POST",
    path: "/v1/liaison/{conversation_id}/messages",
    right: "tell",
    summary: "Go on with a conversation, by the key of the person it is held with",
    input: z.strictObject({ ...conversation, message: Text }),
    output: wire.LiaisonReply,
    status: 200,
    media: "application/json",
  },
  taskProgress: {
    method: "POST",
    path: "/v1/liaison/{conversation_id}/progress",
    right: "key",
    summary: "Tell how far a task is, as the agent whose task it is",
    input: z.strictObject({
      ...conversation,
      status: z.string().min(1).max(500),
      result: Json.optional().meta({ description: "What there is to show so far." }),
    }),
    output: wire.LiaisonReply,
    status: 200,
    media: "application/json",
  },
  taskCompleted: {
    method: "POST",
    path: "/v1/liaison/{conversation_id}/result",
    right: "key",
    summary: "Hand over what came of a task: the person is asked what they think of it",
    input: z.strictObject({
      ...conversation,
      task_result: z
        .union([z.string(), z.number(), z.boolean(), z.array(Json), JsonObject])
        .meta({ description: "What the person is to judge: text, or JSON of at most 64 KiB." }),
    }),
    output: wire.LiaisonReply,
    status: 200,
    media: "application/json",
  },
  eraseLiaison: {
    method: "POST",
    path: "/v1/liaison/{conversation_id}/erase",
    right: "erase",
    summary: "Erase what was said in a conversation, its questions and its part of the graph",
    input: z.strictObject(conversation),
    output: wire.Liaison,
    status: 200,
    media: "application/json",
  },
  taskEvents: {
    method: "GET",
    path: "/v1/tasks/events",
    right: "read",
    summary: "The event bus of tasks as server-sent events; resumes after Last-Event-ID",
    input: z.strictObject({
      after: z.coerce.number().int().min(0).optional().meta({
        description: "Only events behind this place in the log; Last-Event-ID comes first.",
      }),
      follow: flag.meta({ description: "Go on with what is appended." }),
    }),
    output: wire.TaskEvent,
    status: 200,
    media: "text/event-stream",
  },
} as const satisfies Record<string, Operation>;
