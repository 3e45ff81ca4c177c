import type { Json } from "../../domain/json.ts";
import { ACCEPTANCES } from "../../domain/liaison/feedback.ts";
import type { Model } from "../../ports/model/model.ts";
import type { Interpretation, InterpretInput } from "../../ports/model/understanding.ts";
import { cut, frame, frameExchanges, shownOf } from "./framed-words.ts";
import { INTERPRET } from "./instructions.ts";
import { LATEST_MS } from "./stand-in.ts";
import { verifyInterpretation } from "./verify-interpretation.ts";

const MAX_RESULT = 8_000;

/** A model's reading of the words after a task, as far as it holds. */
export async function interpretByModel(
  model: Model,
  input: InterpretInput,
  embedded: Interpretation,
): Promise<Interpretation> {
  const shown = { ...input, exchanges: shownOf(input.exchanges) };
  const { value } = await model.structured({
    system: INTERPRET,
    messages: [{ role: "user", text: textFor(shown) }],
    schema: INTERPRETATION_SCHEMA,
    name: "task_feedback",
    signal: AbortSignal.timeout(LATEST_MS),
  });
  return verifyInterpretation(value, shown, embedded);
}

function textFor({ exchanges, task, result }: InterpretInput): string {
  const requirements = (task?.requirements ?? []).map(({ id, description }) => ({
    id,
    description: cut(description),
  }));
  const shown = result === undefined ? [] : [{ result: cut(asText(result), MAX_RESULT) }];
  return [
    frame("task", [{ title: task?.title ?? "" }, ...requirements]),
    frame("result", shown),
    frameExchanges(exchanges),
  ].join("\n\n");
}

function asText(result: Json): string {
  return typeof result === "string" ? result : JSON.stringify(result);
}

/*
 * What a model is asked for after a task. Limits are not in it, because values beyond them are
 * repaired instead of asked for again.
 */

const TEXT = { type: "string" };
const TEXTS = { type: "array", items: TEXT };
const SHARE = { type: "number" };

function listOf(properties: Readonly<Record<string, object>>): object {
  return {
    type: "array",
    items: { type: "object", properties, required: Object.keys(properties) },
  };
}

const INTERPRETATION_SCHEMA: Readonly<Record<string, unknown>> = {
  type: "object",
  properties: {
    acceptance_status: { type: "string", enum: [...ACCEPTANCES] },
    acceptance_quote: TEXT,
    dimensions: listOf({ dimension: TEXT, score: SHARE, confidence: SHARE, quotes: TEXTS }),
    suggestions: listOf({ text: TEXT, quote: TEXT }),
    requirements: listOf({ requirement_id: TEXT, score: SHARE, confidence: SHARE, quote: TEXT }),
    is_thin: { type: "boolean" },
    follow_up: listOf({ topic: TEXT, question: TEXT, options: TEXTS }),
    confidence: SHARE,
  },
  required: ["acceptance_status", "acceptance_quote", "dimensions", "suggestions", "confidence"],
};
