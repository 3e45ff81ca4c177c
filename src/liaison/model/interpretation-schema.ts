import { ACCEPTANCES } from "../../domain/liaison/feedback.ts";

/* What a model is asked for after a task. Limits are not in it: they are mended, not asked for again. */

const TEXT = { type: "string" };
const TEXTS = { type: "array", items: TEXT };
const SHARE = { type: "number" };

function listOf(properties: Readonly<Record<string, object>>): object {
  return {
    type: "array",
    items: { type: "object", properties, required: Object.keys(properties) },
  };
}

export const INTERPRETATION_SCHEMA: Readonly<Record<string, unknown>> = {
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
