import { z } from "zod";
import { inBytes } from "../../domain/in-words.ts";
import {
  MAX_ATTACHED_BYTES,
  MAX_ATTACHMENTS,
  MAX_CONTENT_BYTES,
  MAX_TEXT_BYTES,
  MAX_WITHDRAWAL_REASON,
} from "../../domain/limits.ts";
import { utf8Length } from "../../domain/text.ts";
import { fileGiven } from "../schemas/files.ts";
import { Liaison, LiaisonReply, Phase, TaskEvent, WithdrawnFeedback } from "../schemas/liaison.ts";
import type { OperationText } from "../schemas/operation.ts";
import { flag, page, pageOf } from "../schemas/parameters.ts";
import { MAX_SPOKEN_BODY_BYTES } from "../schemas/strict-json.ts";
import { ContentDigest, ConversationId, Json, JsonObject, MessageId } from "../schemas/values.ts";
import { Short } from "./sessions.ts";

/* What crosses the wire about conversations of the liaison. */

const conversation = { conversation_id: ConversationId };

const Message = z
  .string()
  .refine((text) => utf8Length(text) <= MAX_CONTENT_BYTES, {
    error: `expected at most ${inBytes(MAX_CONTENT_BYTES)}`,
  })
  .meta({
    description: `One over ${inBytes(MAX_TEXT_BYTES)} is attached whole, and a part of it stands in the conversation.`,
  });

const AttachmentInput = z
  .strictObject(fileGiven)
  .meta({ id: "AttachmentInput", description: "A file that goes with the words or the result." });

const attachments = z
  .array(AttachmentInput)
  .max(MAX_ATTACHMENTS)
  .optional()
  .meta({ description: `With at most ${inBytes(MAX_ATTACHED_BYTES)} together.` });

const beginning = {
  maxBytes: MAX_SPOKEN_BODY_BYTES,
  input: z.strictObject({
    user_id: Short.optional().meta({
      description: "The caller's own name, or `default`: nobody begins one for another person.",
    }),
    initial_message: Message,
    attachments,
    agent: Short.optional().meta({ description: "The agent that is to do the task." }),
  }),
  output: LiaisonReply,
};
const continuing = {
  maxBytes: MAX_SPOKEN_BODY_BYTES,
  input: z.strictObject({ ...conversation, message: Message, attachments }),
  output: LiaisonReply,
};
const completing = {
  maxBytes: MAX_SPOKEN_BODY_BYTES,
  input: z.strictObject({
    ...conversation,
    task_result: z.union([z.string(), z.number(), z.boolean(), z.array(Json), JsonObject]).meta({
      description: `What the person is to judge: text, or JSON of at most ${inBytes(MAX_TEXT_BYTES)}.`,
    }),
    attachments,
  }),
  output: LiaisonReply,
};

/** Conversations of the liaison, for people and for workers. */
export const LIAISON = {
  beginConversation: {
    summary:
      "Begin a conversation with the liaison, in a person's own words and with their own key",
    ...beginning,
  },
  listLiaisons: {
    summary:
      "Conversations of the liaison, the newest first; an agent sees its tasks and free ones",
    input: z.strictObject({
      phase: Phase.optional(),
      mine: flag.meta({ description: "Only a person's own, or an agent's own tasks." }),
      ...page,
    }),
    output: pageOf(Liaison),
  },
  showLiaison: {
    summary: "One whole conversation of the liaison",
    input: z.strictObject(conversation),
    output: Liaison,
  },
  continueConversation: {
    summary: "Continue a conversation, with the key of its person",
    ...continuing,
  },
  readAttachment: {
    summary: "The bytes of an attachment, for everybody to whom the conversation is shown",
    input: z.strictObject({ ...conversation, digest: ContentDigest }),
    output: z.string().meta({ format: "binary" }),
  },
  taskProgress: {
    summary: "Report the progress of a task, as its agent",
    input: z.strictObject({
      ...conversation,
      status: z.string().min(1).max(500),
      result: Json.optional().meta({ description: "The result so far." }),
      answers: MessageId.optional().meta({
        description: "The person's question that this answers: `exchange` of task.question_asked.",
      }),
    }),
    output: LiaisonReply,
  },
  taskCompleted: {
    summary: "Hand over the result of a task: the person is asked what they think of it",
    ...completing,
  },
  begin_conversation: {
    summary: "`beginConversation` by its name in the contract",
    ...beginning,
  },
  continue_conversation: {
    summary: "`continueConversation` by its name in the contract",
    ...continuing,
  },
  task_completed: {
    summary: "`taskCompleted` by its name in the contract",
    ...completing,
  },
  shareLiaison: {
    summary: "Say which other operators may read one's own conversation; owners may anyway",
    input: z.strictObject({ ...conversation, with: z.array(Short).max(20) }),
    output: Liaison,
  },
  withdrawFeedback: {
    summary:
      "Withdraw feedback that was read wrongly, as its person or an owner; it then counts nowhere",
    input: z.strictObject({
      ...conversation,
      round: z.int().min(1),
      reason: z.string().min(1).max(MAX_WITHDRAWAL_REASON),
    }),
    output: WithdrawnFeedback,
  },
  eraseLiaison: {
    summary: "Erase what was said in a conversation, its questions and its part of the graph",
    input: z.strictObject(conversation),
    output: Liaison,
  },
  taskEvents: {
    summary: "The event bus of tasks as server-sent events; resumes after Last-Event-ID",
    input: z.strictObject({
      after: z.coerce.number().int().min(0).optional().meta({
        description: "Only events after this place in the log; Last-Event-ID takes precedence.",
      }),
      follow: flag.meta({ description: "Continue with events as they are appended." }),
    }),
    output: TaskEvent,
  },
} as const satisfies Record<string, OperationText>;
