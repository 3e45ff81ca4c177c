import { z } from "zod";
import type { ConversationId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { LiaisonReply } from "../../ports/earshot/liaison.ts";
import { defineTool } from "../registry/define-tool.ts";
import type { Tool } from "../registry/tool.ts";
import { attached, attachments, MOST_CHARACTERS } from "./attached.ts";
import { conversationId } from "./conversation-id.ts";
import { envelopeSchema, success } from "./envelope.ts";
import { optionsOf } from "./hold.ts";

const SAID = {
  conversation_id: z.string(),
  response: z.string().describe("What the liaison says: show it to the person as it is."),
  phase: z.string(),
  is_sufficient: z.boolean(),
  missing_aspects: z.array(z.string()),
  suggested_questions: z.array(z.string()),
  questions: z
    .array(z.object({ topic: z.string(), question: z.string(), options: z.array(z.string()) }))
    .optional()
    .describe("What is asked now, with likely answers: offer them, and take any other words too."),
  confidence: z.record(z.string(), z.unknown()).optional(),
  feedback_metrics: z.record(z.string(), z.unknown()).optional(),
};

function saidOf(reply: LiaisonReply) {
  const { confidence, feedback_metrics, missing_aspects, suggested_questions, questions, ...rest } =
    reply;
  return {
    ...rest,
    missing_aspects: [...missing_aspects],
    suggested_questions: [...suggested_questions],
    ...present({
      questions: questions?.map((one) => ({ ...one, options: [...one.options] })),
      confidence: confidence === undefined ? undefined : { ...confidence },
      feedback_metrics: feedback_metrics === undefined ? undefined : { ...feedback_metrics },
    }),
  };
}

const words = z.string().min(1).describe("The person's own words, unchanged.");

const beginConversation = defineTool({
  name: "begin_conversation",
  title: "Begin a conversation with the liaison",
  description:
    "Begins a conversation between the person whose key or token this call carries and the liaison, which finds out what they need and hands the task to an agent. Pass on what the person said, word for word: nobody speaks for them.",
  topics:
    "liaison begin start open new conversation talk chat person user need wish task want order commission request brief describe",
  input: z.object({
    user_id: z.string().min(1).optional().describe("The person's own name; default if absent."),
    initial_message: words,
    attachments,
    agent: z.string().min(1).optional().describe("The agent that is to do the task."),
  }),
  output: envelopeSchema(["success"], SAID),
  rights: ["tell"],
  heldBy: ["agent"],
  maxCharacters: MOST_CHARACTERS,
  annotations: { readOnly: false, repeatable: true, openWorld: true },
  async execute(input, context) {
    const { earshot, call } = context;
    const options = { ...optionsOf(context), idempotencyKey: call };
    const { user_id, initial_message, agent } = input;
    const begun = await earshot.beginConversation(
      { initial_message, ...attached(input.attachments), ...present({ user_id, agent }) },
      options,
    );
    return success("begin_conversation", saidOf(begun), context);
  },
});

const continueConversation = defineTool({
  name: "continue_conversation",
  title: "Continue a conversation with the liaison",
  description:
    "Says the person's next words to the liaison: an answer, a correction, or what they think of a result. Pass them on word for word: nobody speaks for them.",
  topics:
    "liaison continue go on reply respond say said tell answer correct change accept reject feedback person user conversation talk chat next",
  input: z.object({ conversation_id: conversationId, message: words, attachments }),
  output: envelopeSchema(["success"], SAID),
  rights: ["tell"],
  heldBy: ["agent"],
  maxCharacters: MOST_CHARACTERS,
  annotations: { readOnly: false, repeatable: true, openWorld: true },
  async execute({ conversation_id: id, message, attachments: files }, context) {
    const { earshot, call } = context;
    const input = { conversation_id: id as ConversationId, message, ...attached(files) };
    const said = await earshot.continueConversation(input, {
      ...optionsOf(context),
      idempotencyKey: call,
    });
    return success("continue_conversation", saidOf(said), context);
  },
});

/** Only callers that carry a person have these: no agent is offered them, and none can call them. */
export const PERSON_TOOLS: readonly Tool[] = [beginConversation, continueConversation];
