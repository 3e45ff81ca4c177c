import { z } from "zod";
import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { Answer, Form } from "../../domain/requests/question.ts";
import { defineTool } from "../registry/define-tool.ts";
import { envelopeSchema, QUESTION_DATA, QUESTION_STATUSES } from "./envelope.ts";
import { evidence, evidenceOf } from "./evidence.ts";
import { askAndHold, holdOf } from "./hold.ts";
import { askingUser, expiresInS, idempotencyKey, maxWaitS, userId } from "./parameters.ts";
import { reportQuestion } from "./report-question.ts";

const NAME = "ask_human";

const Option = z.union([
  z.string(),
  z.object({ label: z.string(), description: z.string().optional() }),
]);

const Input = z.object({
  question: z.string().describe("One question, complete in itself, for a person to answer."),
  context: z.string().default("").describe("Background that helps to answer it."),
  user_id: userId,
  options: z
    .array(Option)
    .min(1)
    .optional()
    .describe("Answers to choose one from: labels, or objects with label and description."),
  allow_text: z
    .boolean()
    .optional()
    .describe("With options or form: words of one's own are an answer too, or a note beside it."),
  form: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      "Instead of options: fields to fill in, as the JSON Schema that they satisfy, such as zod or pydantic emit.",
    ),
  default: z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .optional()
    .describe("Offered to the person to confirm; never taken as the answer by itself."),
  evidence,
  expires_in_s: expiresInS,
  max_wait_s: maxWaitS,
  idempotency_key: idempotencyKey,
});

export const askHuman = defineTool({
  name: NAME,
  title: "Ask a human",
  description:
    "Asks a person a question and holds for the answer. Use it when something is missing, ambiguous or contradictory, or a decision belongs to a person: one question, with options where you can. The status human_input_requested means that nobody has answered yet. That is normal and no error: the answer is kept, so do not ask again; call await_response with the request_id, or do other work first. Silence is no consent.",
  topics:
    "question query clarify clarification ambiguous ambiguity unclear unsure uncertain doubt confused contradictory vague missing unknown know confirm double-check verify decide decision decider choose choice pick select option alternative either opinion view verdict judgement judge preference prefer favourite taste like better input answer information details fact fill form field date budget address requirement intent interact interaction human person people somebody someone anybody user client customer boss manager colleague expert consult advice advise recommend feedback critique comment reaction thoughts solicit gather collect obtain elicit prompt survey poll interview meant mean",
  input: Input,
  output: envelopeSchema(QUESTION_STATUSES, QUESTION_DATA),
  rights: ["ask", "read"],
  annotations: { readOnly: false, repeatable: true, destructive: false, openWorld: true },
  timeoutMs: Number.POSITIVE_INFINITY,
  async execute(input, context) {
    const form = formOf(input);
    const offered = offeredOf(input, form);
    const { asked, unknown } = await askingUser(input.user_id, context, (whom) =>
      askAndHold(
        {
          text: input.question,
          ...present({
            context: input.context === "" ? undefined : input.context,
            form,
            default: offered,
          }),
          ...evidenceOf(input.evidence),
          ...whom,
          ...present({
            expiresInMs: input.expires_in_s === undefined ? undefined : input.expires_in_s * 1_000,
          }),
          tool: NAME,
        },
        context,
        { holdMs: holdOf(context, input.max_wait_s), key: input.idempotency_key },
      ),
    );
    return reportQuestion(asked, { context, unknown });
  },
});

function formOf({ options, form, allow_text }: z.output<typeof Input>): Form | undefined {
  const words = allow_text === undefined ? {} : { allowText: allow_text };
  if (options !== undefined && form !== undefined) {
    throw new EarshotError("INVALID_INPUT", "Give options or form, not both.");
  }
  if (options !== undefined) {
    return { kind: "choice", options: options.map(optionOf), ...words };
  }
  return form === undefined ? undefined : { kind: "fields", schema: form as JsonObject, ...words };
}

function optionOf(option: z.output<typeof Option>) {
  if (typeof option === "string") return { label: option };
  const { label, description } = option;
  return description === undefined ? { label } : { label, description };
}

/** The offered default, as the kind of answer that the form takes. */
function offeredOf(
  { default: offered }: z.output<typeof Input>,
  form: Form | undefined,
): Answer | undefined {
  if (offered === undefined) return undefined;
  if (typeof offered !== "string") return { fields: offered as JsonObject };
  if (form?.kind !== "choice") return { text: offered };
  const isOption = form.options.some(({ label }) => label === offered);
  return isOption || form.allowText !== true ? { choice: offered } : { text: offered };
}
