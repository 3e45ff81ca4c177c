import type { ConversationId, MessageId } from "../domain/id.ts";
import type { FeedbackMetrics } from "../domain/liaison/feedback.ts";
import type { Clarification, Exchange, Liaison } from "../domain/liaison/liaison.ts";
import type { Requirement, TaskSpecification } from "../domain/liaison/task-specification.ts";
import { anId } from "./builders.ts";

/* Conversations of the liaison for tests; every word of one that was told has a canary in it. */

const AT = "2026-01-01T00:00:00.000Z";

/** One that has just begun. */
export function aLiaison(over: Partial<Liaison> = {}): Liaison {
  return {
    id: anId("cnv"),
    workspace: "default",
    person: anId("prn"),
    personName: "ana",
    agent: anId("prn"),
    title: "A dashboard",
    phase: "problem_definition",
    round: 1,
    exchanges: [],
    phase_transitions: [],
    confidence_history: [],
    clarifications: [],
    specifications: [],
    published: 0,
    outcomes: [],
    progress: [],
    results: [],
    feedback: [],
    turnsAsked: 0,
    replied: 0,
    salt: "c2FsdA",
    createdAt: AT,
    updatedAt: AT,
    version: 1,
    ...over,
  };
}

const message = (number: number) => `msg_${String(number).padStart(26, "0")}` as MessageId;

/** The exchanges of the one that was told: said, asked, answered, shown, judged. */
export const TOLD = {
  said: message(1),
  asked: message(2),
  answered: message(3),
  shown: message(4),
  judged: message(5),
} as const;

function exchange(
  id: MessageId,
  role: Exchange["role"],
  phase: Exchange["phase"] = "problem_definition",
): Exchange {
  return { id, role, phase, round: 1, timestamp: AT, content: `canary words of ${id}` };
}

const REVENUE: Requirement = {
  id: "req-revenue",
  description: "canary revenue",
  importance: 1,
  constraints: ["canary"],
  examples: ["canary"],
  extracted_from: [TOLD.said],
};
const REGIONS: Requirement = {
  id: "req-regions",
  description: "canary regions",
  importance: 0.7,
  constraints: [],
  examples: [],
  extracted_from: [TOLD.answered],
};

function specification(version: number, requirements: readonly Requirement[]): TaskSpecification {
  return {
    id: "task-1",
    version,
    title: "canary title",
    description: "canary description",
    requirements,
    constraints: ["canary"],
    success_criteria: ["canary"],
    required_capabilities: ["canary"],
    context: { audience: "canary" },
    assumptions: ["canary"],
    confidence: {
      score: 0.9,
      reasoning: "canary reasons",
      confidence_factors: { clarity: 0.9, completeness: 0.8, consistency: 1 },
    },
  };
}

const METRICS: FeedbackMetrics = {
  overall_satisfaction: 0.3,
  acceptance_status: "needs_improvement",
  dimension_feedback: [
    {
      dimension: "accessibility",
      sentiment: "negative",
      confidence: 0.8,
      score: 0.2,
      supporting_quotes: ["canary"],
      quote_spans: [{ exchange: TOLD.judged, start: 0, end: 6 }],
    },
  ],
  improvement_suggestions: ["canary colours"],
  interpretation_confidence: 0.8,
  requirement_feedback: [
    { requirement_id: REGIONS.id, sentiment: "negative", confidence: 0.7, score: 0.3 },
  ],
};

/** One that went through a clarification, a correction, a result and feedback on it. */
export function aToldLiaison(over: Partial<Liaison> = {}): Liaison {
  const id: ConversationId = over.id ?? "cnv_00000000000000000000000001";
  const clarification: Clarification = {
    topic: "canary audience",
    question: "canary?",
    options: ["canary"],
    default: "canary",
    why: "canary why",
    status: "answered",
    asked_in: TOLD.asked,
    answer: "canary",
  };
  return aLiaison({
    id,
    person: "prn_00000000000000000000000001",
    agent: "prn_00000000000000000000000002",
    worker: { agent: "prn_00000000000000000000000003", name: "painter" },
    title: "canary title",
    phase: "completed",
    published: 2,
    version: 7,
    exchanges: [
      exchange(TOLD.said, "human"),
      exchange(TOLD.asked, "assistant"),
      exchange(TOLD.answered, "human"),
      exchange(TOLD.shown, "assistant", "feedback_collection"),
      exchange(TOLD.judged, "human", "feedback_collection"),
    ],
    phase_transitions: [{ to: "problem_definition", at: AT, reason: "canary begun", round: 1 }],
    confidence_history: [{ at: AT, score: 0.9, version: 1 }],
    clarifications: [clarification],
    specifications: [specification(1, [REVENUE]), specification(2, [REVENUE, REGIONS])],
    outcomes: [{ score: 0.9, accepted: false, version: 1, at: AT }],
    progress: [{ status: "canary half", result: { canary: 1 }, by: "painter", at: AT }],
    results: [{ result: { canary: "done" }, by: "painter", at: AT, round: 1 }],
    feedback: [{ round: 1, at: AT, metrics: METRICS }],
    replied: 5,
    ...over,
  });
}
