import { EarshotError, type ErrorCode, isEarshotError } from "../../domain/errors.ts";
import type { Exchange } from "../../domain/liaison/liaison.ts";
import type { Model } from "../../ports/model/model.ts";
import type { Definition, Understanding } from "../../ports/model/understanding.ts";
import { defineByModel } from "./define-by-model.ts";
import { intentByModel } from "./intent-by-model.ts";
import { interpretByModel } from "./interpret-by-model.ts";

export interface ModelUnderstandingParts {
  readonly model: Model;
  /** The engine without a model. It checks what the model says, and stands in for it. */
  readonly fallback: Understanding;
  /** Hears why the model's reading failed; the person does not. */
  readonly onFault?: (fault: EarshotError) => void;
  /** Whether the embedded engine stands in for a missing model; true by default. */
  readonly standsIn?: boolean;
}

/**
 * Handles a model that is away, busy, out of order, used up or wrong; all other errors are thrown
 * on.
 */
const FAULTS: readonly ErrorCode[] = [
  "MODEL_FAILED",
  "RATE_LIMITED",
  "TIMED_OUT",
  "UNREACHABLE",
  "NOT_ALLOWED",
  "NOT_FOUND",
  "BUDGET_SPENT",
];

/**
 * Reads people's words by a model. Nothing in its answer counts unless the words support it: see
 * `verify-definition.ts`, `verify-interpretation.ts` and `intent-by-model.ts`. Each method calls
 * the model once, with the ladder of `structured`.
 */
export function createModelUnderstanding(parts: ModelUnderstandingParts): Understanding {
  const { model, fallback, onFault = () => {}, standsIn = true } = parts;

  async function orElse<T>(ask: () => Promise<T>, instead: () => T): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!isEarshotError(error) || !FAULTS.includes(error.code)) throw error;
      onFault(error);
      if (!standsIn) throw error;
      return instead();
    }
  }

  return {
    name: "model",
    async define(input) {
      const embedded = await fallback.define(input);
      if (!hasWords(input.exchanges)) return embedded;
      return orElse(
        async () => (await defineByModel(model, input, embedded)) ?? refuse(model),
        () => withoutModel(embedded),
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

function hasWords(exchanges: readonly Exchange[]): boolean {
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
function withoutModel(definition: Definition): Definition {
  const { specification } = definition;
  const { confidence } = specification;
  const reasoning = `${confidence.reasoning} The model could not be had; this is the reading without it.`;
  return {
    ...definition,
    specification: {
      ...specification,
      confidence: { ...confidence, reasoning: reasoning.trim() },
    },
  };
}
