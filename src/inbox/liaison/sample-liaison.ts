import type { Exchange, Liaison, Phase } from "../../domain/liaison/liaison.ts";
import type { TaskSpecification } from "../../domain/liaison/task-specification.ts";

/* A conversation for the tests of the models of this folder. */

const AT = "2026-11-24T09:00:00.000Z";
const CONVERSATION = `cnv_${"0".repeat(26)}` as const;

export function exchangeIn(phase: Phase, index: number, round = 1): Exchange {
  return {
    id: `msg_${String(index).padStart(26, "0")}`,
    role: index % 2 === 0 ? "human" : "assistant",
    content: `Words ${index}`,
    timestamp: AT,
    phase,
    round,
  };
}

export function specificationOf(task: number, version: number): TaskSpecification {
  return {
    id: `${CONVERSATION}/task/${task}`,
    version,
    title: "A sales dashboard",
    description: "A sales dashboard for executives.",
    requirements: [],
    constraints: [],
    success_criteria: [],
    required_capabilities: [],
    context: {},
    assumptions: [],
    confidence: {
      score: 0.5,
      reasoning: "The audience is not known.",
      confidence_factors: { clarity: 0.5, completeness: 0.5, consistency: 1 },
    },
  };
}

export function liaisonWith(part: Partial<Liaison>): Liaison {
  return {
    id: CONVERSATION,
    workspace: "default",
    agent: "prn_1",
    person: "prn_2",
    personName: "ana",
    title: "A sales dashboard",
    phase: "problem_definition",
    round: 1,
    exchanges: [],
    phase_transitions: [{ to: "problem_definition", at: AT, reason: "It begins.", round: 1 }],
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
    salt: "",
    createdAt: AT,
    updatedAt: AT,
    version: 1,
    ...part,
  };
}
