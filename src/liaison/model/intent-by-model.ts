import type { Model } from "../../ports/model/model.ts";
import type { Intent, IntentInput } from "../../ports/model/understanding.ts";
import { hasConfirmation, hasWithdrawal } from "./consent-words.ts";
import { cut, frame } from "./framed-words.ts";
import { INTENT } from "./instructions.ts";
import { readParts } from "./read-parts.ts";

const INTENTS: readonly Intent[] = [
  "confirm",
  "correct",
  "feedback",
  "new_task",
  "withdraw",
  "other",
];
const SCHEMA = {
  type: "object",
  properties: { intent: { type: "string", enum: [...INTENTS] }, quote: { type: "string" } },
  required: ["intent"],
};

/** What a person wants, by a model, as far as their words support it. */
export async function intentByModel(
  model: Model,
  input: IntentInput,
  embedded: Intent,
): Promise<Intent> {
  const { text, task, hasResult } = input;
  const { value } = await model.structured({
    system: INTENT,
    messages: [
      {
        role: "user",
        text: [
          frame("task", [{ title: task?.title ?? "", a_result_was_shown: hasResult }]),
          frame("conversation", [{ by: "person", said: cut(text) }]),
        ].join("\n\n"),
      },
    ],
    schema: SCHEMA,
    name: "intent",
  });
  const said = readParts(value)["intent"];
  return settle(INTENTS.find((intent) => intent === said) ?? embedded, input, embedded);
}

/**
 * The model's word alone counts only if it leads to nothing more than another question. Continuing
 * or ending the work needs words of the person that say so. If they exist, the embedded engine
 * overrides a verdict of small talk.
 */
function settle(model: Intent, input: IntentInput, embedded: Intent): Intent {
  return model === "correct" || isCarried(model, input, embedded) ? model : embedded;
}

function isCarried(model: Intent, { text, hasResult }: IntentInput, embedded: Intent): boolean {
  switch (model) {
    case "confirm":
      return embedded === "other" && hasConfirmation(text);
    case "withdraw":
      return embedded !== "confirm" && hasWithdrawal(text);
    case "feedback":
      return hasResult;
    default:
      return embedded !== "confirm" && embedded !== "withdraw";
  }
}
