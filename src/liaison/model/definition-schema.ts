/*
 * What a model is asked for before a task. Limits are not in it, because values beyond them are
 * repaired instead of asked for again.
 */

const TEXT = { type: "string" };
const TEXTS = { type: "array", items: TEXT };
const SHARE = { type: "number" };

function listOf(
  properties: Readonly<Record<string, object>>,
  optional: readonly string[] = [],
): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "array", items: { type: "object", properties, required } };
}

const CLAIMS = listOf({ text: TEXT, quote: TEXT });

export const DEFINITION_SCHEMA: Readonly<Record<string, unknown>> = {
  type: "object",
  properties: {
    title: TEXT,
    description: TEXT,
    requirements: listOf(
      {
        description: TEXT,
        importance: SHARE,
        quotes: TEXTS,
        constraints: TEXTS,
        examples: TEXTS,
        is_assumption: { type: "boolean" },
      },
      ["constraints", "examples", "is_assumption"],
    ),
    constraints: CLAIMS,
    success_criteria: CLAIMS,
    context: listOf({ name: TEXT, value: TEXT, quote: TEXT }),
    required_capabilities: TEXTS,
    assumptions: TEXTS,
    missing_aspects: TEXTS,
    questions: listOf(
      {
        topic: TEXT,
        question: TEXT,
        options: TEXTS,
        default: TEXT,
        why: TEXT,
        importance: SHARE,
      },
      ["default", "why"],
    ),
    contradictions: listOf({ text: TEXT, quotes: TEXTS }),
    answered: listOf(
      {
        topic: TEXT,
        status: { type: "string", enum: ["answered", "left_to_us"] },
        answer: TEXT,
        quote: TEXT,
      },
      ["answer"],
    ),
    proceed_quote: TEXT,
    is_sufficient: { type: "boolean" },
    language: TEXT,
    confidence: {
      type: "object",
      properties: {
        score: SHARE,
        reasoning: TEXT,
        clarity: SHARE,
        completeness: SHARE,
        consistency: SHARE,
      },
      required: ["score", "reasoning"],
    },
  },
  required: [
    "title",
    "description",
    "requirements",
    "missing_aspects",
    "questions",
    "is_sufficient",
    "confidence",
  ],
};
