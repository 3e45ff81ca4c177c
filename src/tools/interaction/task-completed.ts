import { z } from "zod";
import type { ConversationId } from "../../domain/id.ts";
import type { Json } from "../../domain/json.ts";
import { defineTool } from "../registry/define-tool.ts";
import { attached, attachments, MOST_CHARACTERS } from "./attached.ts";
import { conversationId } from "./conversation-id.ts";
import { envelopeSchema, success } from "./envelope.ts";
import { optionsOf } from "./hold.ts";

const NAME = "task_completed";

export const taskCompleted = defineTool({
  name: NAME,
  title: "Hand over the result of a task",
  description:
    "Hands over what came of a task. The person is asked what they think of it; where they want it improved, the task comes back in another round with what they said as further requirements. Give what they can judge: the thing itself or a link to it, and what you did otherwise than specified. You report of your own task alone, and never speak for the person.",
  topics:
    "done finish finished complete completed completion final deliver delivery deliverable result outcome hand handover hand-over turn turned in submit submission ready close conclude version work product judge feedback customer task job",
  input: z.object({
    conversation_id: conversationId,
    task_result: z
      .union([z.string().min(1), z.record(z.string(), z.unknown()), z.array(z.unknown())])
      .describe("What the person is to judge: text, an object or a list."),
    attachments,
  }),
  output: envelopeSchema(["success"], {
    conversation_id: z.string(),
    phase: z.string(),
    instruction: z.string(),
  }),
  rights: ["ask"],
  maxCharacters: MOST_CHARACTERS,
  annotations: { readOnly: false, repeatable: true, openWorld: true },
  async execute({ conversation_id, task_result, attachments: files }, context) {
    const { earshot, call } = context;
    const reply = await earshot.taskCompleted(
      {
        conversation_id: conversation_id as ConversationId,
        task_result: task_result as Json,
        ...attached(files),
      },
      { ...optionsOf(context), idempotencyKey: call },
    );
    const instruction =
      "The person is asked what they think of it. You are done, unless the task comes back in another round: get_task shows that.";
    return success(NAME, { conversation_id, phase: reply.phase, instruction }, context);
  },
});
