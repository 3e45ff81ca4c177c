import { type Exchange, type Liaison, taskIdOf } from "../../src/domain/liaison/liaison.ts";
import { moveLiaison } from "../../src/domain/liaison/liaison-machine.ts";
import { createMind } from "../../src/liaison/create-mind.ts";
import { aLiaison } from "../../src/testing/liaison-values.ts";
import { DEFINITION, messageId } from "./steady-engine.ts";

const NOW = "2026-11-24T10:00:00.000Z";

/** A conversation whose result has come: `wanted` is what the task asks for. */
export function withResult(wanted: readonly string[] = []): Liaison {
  const [requirement] = DEFINITION.specification.requirements;
  const requirements = wanted.map((description, at) => ({
    importance: 1,
    constraints: [],
    examples: [],
    extracted_from: [],
    ...requirement,
    id: `rq_${at}`,
    description,
  }));
  const begun = aLiaison({
    phase: "feedback_collection",
    phase_transitions: [{ to: "problem_definition", at: NOW, reason: "begun", round: 1 }],
    published: 1,
    results: [{ result: "A page.", by: "painter", at: NOW, round: 1 }],
  });
  const { specification } = DEFINITION;
  const task = { ...specification, requirements, id: taskIdOf(begun), version: 1 };
  return { ...begun, specifications: [task] };
}

/** The conversation after the person's words and the embedded engine's turn, and what it said. */
export async function hear(words: string, liaison: Liaison) {
  const exchange: Exchange = {
    id: messageId(liaison.exchanges.length),
    role: "human",
    content: words,
    timestamp: NOW,
    phase: liaison.phase,
    round: liaison.round,
  };
  const spoken = moveLiaison(liaison, { type: "say", exchange, dueAt: NOW }, NOW);
  const turns = await createMind().turns();
  const { say, form, steps } = await turns.turn({
    liaison: spoken,
    now: NOW,
    cases: [],
    isWorkerThere: true,
    calibrate: (score) => score,
  });
  const reply: Exchange = {
    ...exchange,
    id: messageId(100 + spoken.exchanges.length),
    role: "assistant",
    content: say,
  };
  return { next: moveLiaison(spoken, { type: "turn", steps, reply }, NOW), say, form };
}
