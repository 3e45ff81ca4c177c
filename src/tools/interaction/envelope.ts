import { z } from "zod";
import { APPROVAL_OVERS } from "../../domain/authority/approval-over.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { ToolExecutionContext } from "../registry/tool.ts";

export const Person = z.object({
  name: z.string(),
  channel: z.string().describe("Where it was said, such as console or slack."),
  verified: z.boolean().optional().describe("False for whoever sits at an MCP client."),
});

/** What a person said, exactly: one of the four. */
const AnswerData = z
  .object({
    text: z.string().optional(),
    choice: z.string().optional(),
    choices: z.array(z.string()).optional(),
    fields: z.record(z.string(), z.unknown()).optional(),
    note: z.string().optional().describe("What the person said beside what they picked."),
  })
  .describe("Exactly one of text, choice, choices and fields, as the person gave it.");

/** Files that the answer names. */
const Files = z
  .array(z.object({ name: z.string(), uri: z.string() }))
  .describe(
    "Files that the person gave: read the bytes of each as the resource with its uri, or over HTTP under /v1.",
  );

/** What became of a question or an authorization, or what was said to the agent. */
export const MailItem = z.object({
  id: z.string().describe("For ack_ids of check_messages."),
  kind: z.enum([
    "answer",
    "approved",
    "over",
    "rejected",
    "responded",
    "expired",
    "cancelled",
    "abandoned",
    "assumed",
    "message",
  ]),
  request_id: z.string().optional(),
  request_ids: z
    .array(z.string())
    .optional()
    .describe(
      "Where several closed alike within a minute: all of them, this one first. Each id is acknowledged by itself.",
    ),
  question: z.string().optional(),
  over: z
    .enum(APPROVAL_OVERS)
    .optional()
    .describe("Of kind over: why nothing runs by what was approved."),
  tool_name: z.string().optional().describe("The tool that was to run."),
  instruction: z.string().optional(),
  answer: AnswerData.optional(),
  files: Files.optional(),
  answered_by: Person.optional(),
  answered_at: z.string().optional(),
  assumption: z.string().optional().describe("What is assumed, since nobody has answered."),
  approved_by: Person.optional(),
  rejected_by: Person.optional(),
  response: z
    .string()
    .optional()
    .describe("Of kind responded: a person's words in place of what the tool would return."),
  responded_by: Person.optional(),
  notes: z
    .array(z.object({ by: z.string(), text: z.string() }))
    .optional()
    .describe("What those who approved it said beside that."),
  closed_at: z.string().optional(),
  reason: z.string().optional(),
  text: z.string().optional(),
  from: Person.optional(),
  sent_at: z.string().optional(),
  late_answer_to: z.string().optional().describe("The closed request that it came too late for."),
  asks_back: z
    .string()
    .optional()
    .describe(
      "The open request about which the person asks you this before they decide: answer it once by send_message_to_operator with answers_request.",
    ),
  corrects: z
    .string()
    .optional()
    .describe(
      "The request whose answer the person has since reworded; the first answer still counts.",
    ),
});

export const NextCall = z
  .object({
    tool: z.string(),
    arguments: z.record(z.string(), z.unknown()),
    guidance: z.string(),
  })
  .describe("The call to make when you are ready, and when that is.");

/** Fields that any result may also carry. */
const MAIL = {
  late_answers: z
    .array(MailItem)
    .optional()
    .describe("Answers to earlier questions, and messages, that you have not acknowledged yet."),
  unread: z.number().optional().describe("How many there are in all."),
  acknowledge: NextCall.optional(),
};

const AskedBackData = z
  .object({ number: z.number(), text: z.string(), by: Person })
  .optional()
  .describe(
    "A person's question to you before they decide: answer it once by send_message_to_operator with answers_request.",
  );

/** What people ask about a request that is still open. */
export const ASKED_BACK = { asked_back: AskedBackData };

/** The parts of `data` about one question. */
export const QUESTION_DATA = {
  ...ASKED_BACK,
  question: z.string(),
  context: z.string(),
  user_id: z.string().describe("The person asked; default for any operator."),
  notice: z
    .string()
    .optional()
    .describe("Who was asked instead, where the user_id of the call is nobody here."),
  instruction: z.string(),
  request_id: z.string(),
  expires_at: z.string().optional(),
  joined: z.boolean().optional().describe("The same had been asked before: this is that request."),
  undeliverable: z
    .boolean()
    .optional()
    .describe("True where none of the people who were to be asked could be reached."),
  next: NextCall.optional(),
  answer: AnswerData.optional(),
  files: Files.optional(),
  answered_by: Person.optional(),
  answered_at: z.string().optional(),
  erased: z
    .boolean()
    .optional()
    .describe("True where the answer or the assumption was erased: there is none any more."),
  cancelled_by: Person.optional(),
  abandoned_by: Person.optional().describe("Absent where the daily review did."),
  assumption: z
    .string()
    .optional()
    .describe("What to go on with, since nobody has answered: no person's answer."),
  assumed_by: Person.optional().describe("Absent where the daily review did."),
  closed_at: z.string().optional(),
  reason: z.string().optional(),
};

export const QUESTION_STATUSES = [
  "human_input_requested",
  "answered",
  "expired",
  "cancelled",
  "abandoned",
  "assumed",
] as const;

/** The output of a tool: its statuses and data, in the envelope that all of them share. */
export function envelopeSchema<
  const S extends readonly [string, ...string[]],
  D extends z.ZodRawShape,
>(statuses: S, data: D) {
  return z.object({
    status: z.enum(statuses),
    action: z.string(),
    data: z.object({ ...MAIL, ...data }),
    timestamp: z.string().describe("ISO 8601 in UTC."),
  });
}

/** The result of a tool that has done its work. */
export function success<D>(action: string, data: D, context: ToolExecutionContext) {
  return { status: "success" as const, action, data, timestamp: nowOf(context) };
}

export function nowOf({ now = Date.now }: Pick<ToolExecutionContext, "now">): string {
  return toTimestamp(now());
}
