import { EarshotError } from "../../domain/errors.ts";
import type { Exchange } from "../../domain/liaison/liaison.ts";
import type { Model } from "../../ports/model/model.ts";
import type {
  DefineInput,
  Definition,
  Intent,
  IntentInput,
  Understanding,
} from "../../ports/model/understanding.ts";
import { liaisonMessages } from "../wording/liaison-messages.ts";
import { hasConfirmation, hasWithdrawal } from "./consent-words.ts";
import { DEFINITION_SCHEMA } from "./definition-schema.ts";
import { cut, frame, frameExchanges, shownOf } from "./framed-words.ts";
import { DEFINE, INTENT } from "./instructions.ts";
import { interpretByModel } from "./interpret-by-model.ts";
import { readParts } from "./read-parts.ts";
import { createStandIn, LATEST_MS, type StandInOptions } from "./stand-in.ts";
import { verifyDefinition } from "./verify-definition.ts";

export interface ModelUnderstandingParts extends StandInOptions {
  readonly model: Model;
  /** The engine without a model. It checks what the model says, and stands in for it. */
  readonly fallback: Understanding;
}

const INTENTS: readonly Intent[] = [
  "confirm",
  "correct",
  "feedback",
  "new_task",
  "withdraw",
  "other",
];
export const INTENT_SCHEMA = {
  type: "object",
  properties: { intent: { type: "string", enum: [...INTENTS] }, quote: { type: "string" } },
  required: ["intent"],
};

/**
 * Reads people's words by a model. Nothing in its answer counts unless the words support it: see
 * `verify-definition.ts`, `verify-interpretation.ts` and `intent-by-model.ts`. Each method calls
 * the model once, with the ladder of `structured`.
 */
export function createModelUnderstanding(parts: ModelUnderstandingParts): Understanding {
  const { model, fallback } = parts;
  const orElse = createStandIn(parts);

  return {
    name: "model",
    async define(input) {
      const embedded = await fallback.define(input);
      if (!hasWords(input.exchanges)) return embedded;
      return orElse(
        async () => (await defineByModel(model, input, embedded)) ?? refuse(model),
        () => withoutModel(embedded, input.language),
      );
    },
    async interpret(input) {
      const embedded = await fallback.interpret(input);
      if (!hasWords(input.exchanges)) return embedded;
      return orElse(
        () => interpretByModel(model, input, embedded),
        () => embedded,
      );
    },
    async intent(input) {
      const embedded = await fallback.intent(input);
      if (input.text.trim() === "") return embedded;
      return orElse(
        () => intentByModel(model, input, embedded),
        () => embedded,
      );
    },
  };
}

export function hasWords(exchanges: readonly Exchange[]): boolean {
  return exchanges.some(({ role, content }) => role === "human" && content.trim() !== "");
}

function refuse({ name }: Model): never {
  throw new EarshotError(
    "MODEL_FAILED",
    `The model ${name} named no requirement that the person's words carry. Choose a model that is better at it.`,
    { details: { model: name } },
  );
}

/** The reading without a model, which says so. */
function withoutModel(definition: Definition, language = "en"): Definition {
  const { specification } = definition;
  const { confidence } = specification;
  const reasoning = `${confidence.reasoning} ${liaisonMessages(language).say("sure.no.model")}`;
  return {
    ...definition,
    specification: {
      ...specification,
      confidence: { ...confidence, reasoning: reasoning.trim() },
    },
  };
}

/** A model's reading of the words before a task, as far as it holds; undefined if nothing does. */
async function defineByModel(
  model: Model,
  input: DefineInput,
  embedded: Definition,
): Promise<Definition | undefined> {
  const shown = { ...input, exchanges: shownOf(input.exchanges) };
  const { value } = await model.structured({
    system: DEFINE,
    messages: [{ role: "user", text: textFor(shown) }],
    schema: DEFINITION_SCHEMA,
    name: "task_definition",
    signal: AbortSignal.timeout(LATEST_MS),
  });
  return verifyDefinition(value, shown, embedded);
}

function textFor({ exchanges, clarifications, former, now }: DefineInput): string {
  const asked = clarifications.map(({ topic, question, options, status }) => ({
    topic,
    question,
    options,
    status,
  }));
  const before = former?.requirements.map(({ description }) => ({ description: cut(description) }));
  return [
    `Now it is ${now}.`,
    frameExchanges(exchanges),
    frame("asked", asked),
    ...(before === undefined ? [] : [frame("requirements_so_far", before)]),
  ].join("\n\n");
}

/** What a person wants, by a model, as far as their words support it. */
async function intentByModel(model: Model, input: IntentInput, embedded: Intent): Promise<Intent> {
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
    schema: INTENT_SCHEMA,
    name: "intent",
    signal: AbortSignal.timeout(LATEST_MS),
  });
  return verifyIntent(value, input, embedded);
}

/** What holds of a reading of what a person wants. */
export function verifyIntent(value: unknown, input: IntentInput, embedded: Intent): Intent {
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
