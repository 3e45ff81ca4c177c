import { z } from "zod";
import type { ConversationId, MessageId } from "../../domain/id.ts";
import type { Json } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import { defineTool } from "../registry/define-tool.ts";
import { conversationId } from "./conversation-id.ts";
import { envelopeSchema, success } from "./envelope.ts";
import { optionsOf } from "./hold.ts";

const NAME = "task_progress";

export const taskProgress = defineTool({
  name: NAME,
  title: "Report progress of a task",
  description:
    "Tells the person how far their task is, with what there is to show so far. Report when something they would want to know has happened, not every step. The first to report of a task that nobody has taken takes it. It works while the conversation is in the phase awaiting_task_completion. With `answers` it answers a question that the person has put to you, in any phase.",
  topics:
    "progress status update posted intermediate interim partial draft far along half halfway percent percentage finished remaining report milestone step stage show so preview goes going underway started working keep client customer informed task job",
  input: z.object({
    conversation_id: conversationId,
    status: z.string().min(1).max(500).describe("A word or a sentence, for people."),
    result: z.unknown().optional().describe("What there is to show so far: text or JSON."),
    answers: z
      .string()
      .optional()
      .describe("The id of the person's question that the status answers, from open_questions."),
  }),
  output: envelopeSchema(["success"], {
    conversation_id: z.string(),
    phase: z.string(),
    open_questions: z
      .array(z.object({ exchange: z.string(), question: z.string() }))
      .optional()
      .describe("What the person asks you: answer with `answers`."),
  }),
  rights: ["ask"],
  annotations: { readOnly: false, repeatable: true, openWorld: true },
  async execute({ conversation_id, status, result, answers }, context) {
    const { earshot, call } = context;
    const reply = await earshot.taskProgress(
      {
        conversation_id: conversation_id as ConversationId,
        status,
        ...present({
          result: result === undefined ? undefined : (result as Json),
          answers: answers as MessageId | undefined,
        }),
      },
      { ...optionsOf(context), idempotencyKey: call },
    );
    const { phase } = reply;
    const open_questions = reply.open_questions?.map((one) => ({ ...one }));
    return success(NAME, { conversation_id, phase, ...present({ open_questions }) }, context);
  },
});
