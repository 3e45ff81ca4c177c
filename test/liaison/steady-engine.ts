import type { MessageId } from "../../src/domain/id.ts";
import type { FeedbackMetrics } from "../../src/domain/liaison/feedback.ts";
import type { Exchange } from "../../src/domain/liaison/liaison.ts";
import type {
  Definition,
  Intent,
  Interpretation,
  Understanding,
} from "../../src/ports/model/understanding.ts";

const AT = "2026-11-24T09:00:00.000Z";

/** What was said, turn by turn, each with its speaker before it: `person: …`, `assistant: …`. */
export function saying(...lines: readonly string[]): Exchange[] {
  return lines.map((line, index) => {
    const [, who, content = ""] = /^(person|assistant): (.*)$/s.exec(line) ?? [];
    return {
      id: messageId(index),
      role: who === "person" ? "human" : "assistant",
      content,
      timestamp: AT,
      phase: "problem_definition",
      round: 1,
    };
  });
}

export function messageId(index: number): MessageId {
  return `msg_${String(index).padStart(26, "0")}`;
}

const ENGLISH = { code: "en", isSure: true, isUnderstood: true };

export const DEFINITION: Definition = {
  specification: {
    title: "A sales dashboard",
    description: "A sales dashboard.",
    requirements: [
      {
        id: "rq_dashboard",
        description: "Show revenue and units",
        importance: 1,
        constraints: [],
        examples: [],
        extracted_from: [messageId(0)],
      },
    ],
    constraints: [],
    success_criteria: [],
    required_capabilities: ["charts"],
    context: { domain: "sales" },
    assumptions: [],
    confidence: {
      score: 0.6,
      reasoning: "Two details are missing.",
      confidence_factors: { clarity: 0.6, completeness: 0.5, consistency: 1 },
    },
  },
  is_sufficient: false,
  missing_aspects: ["audience"],
  suggested_questions: [
    { topic: "audience", question: "Who is it for?", options: ["Executives"], value: 0.8 },
  ],
  contradictions: [],
  answered: [],
  language: ENGLISH,
  wantsToProceed: false,
};

export const METRICS: FeedbackMetrics = {
  overall_satisfaction: 0.5,
  acceptance_status: "needs_improvement",
  dimension_feedback: [],
  improvement_suggestions: [],
  interpretation_confidence: 0.5,
  requirement_feedback: [],
};

export const INTERPRETATION: Interpretation = {
  verdict: "needs_improvement",
  metrics: METRICS,
  isThin: false,
  follow_up: [],
  language: ENGLISH,
};

/** An engine that reads the same in all words. */
export function createSteadyEngine({
  definition = DEFINITION,
  interpretation = INTERPRETATION,
  intent = "other",
}: {
  readonly definition?: Definition;
  readonly interpretation?: Interpretation;
  readonly intent?: Intent;
} = {}): Understanding {
  return {
    name: "embedded",
    define: () => Promise.resolve(definition),
    interpret: () => Promise.resolve(interpretation),
    intent: () => Promise.resolve(intent),
  };
}
