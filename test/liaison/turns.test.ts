import { describe, expect, test } from "vitest";
import type { Exchange, Liaison } from "../../src/domain/liaison/liaison.ts";
import { moveLiaison } from "../../src/domain/liaison/liaison-machine.ts";
import { present } from "../../src/domain/present.ts";
import { createLiaisonTurns } from "../../src/liaison/turns/create-liaison-turns.ts";
import type { Definition, Intent, Interpretation } from "../../src/ports/model/understanding.ts";
import { aLiaison } from "../../src/testing/liaison-values.ts";
import { createSteadyEngine, DEFINITION, INTERPRETATION, messageId } from "./steady-engine.ts";

/* What the liaison makes of words, by an engine that reads the same in all of them. */

const NOW = "2026-11-24T10:00:00.000Z";

interface Given {
  readonly definition?: Partial<Definition>;
  readonly score?: number;
  readonly intent?: Intent;
  readonly interpretation?: Interpretation;
  readonly calibrate?: (score: number) => number;
}

function engineOf({ definition = {}, score = 0.6, intent = "other", interpretation }: Given) {
  const { specification } = DEFINITION;
  const confidence = { ...specification.confidence, score };
  return createSteadyEngine({
    definition: { ...DEFINITION, ...definition, specification: { ...specification, confidence } },
    intent,
    ...present({ interpretation }),
  });
}

function said(content: string, liaison: Liaison): Liaison {
  const exchange: Exchange = {
    id: messageId(liaison.exchanges.length),
    role: "human",
    content,
    timestamp: NOW,
    phase: liaison.phase,
    round: liaison.round,
  };
  return moveLiaison(liaison, { type: "say", exchange, dueAt: NOW }, NOW);
}

/** The conversation after the liaison's turn, and what it said. */
async function turn(liaison: Liaison, given: Given = {}) {
  const turns = createLiaisonTurns(engineOf(given));
  const { calibrate = (score) => score } = given;
  const input = { liaison, now: NOW, cases: [], isWorkerThere: true, calibrate };
  const { say, form, steps } = await turns.turn(input);
  const reply: Exchange = {
    id: messageId(100 + liaison.exchanges.length),
    role: "assistant",
    content: say,
    timestamp: NOW,
    phase: liaison.phase,
    round: liaison.round,
  };
  return { next: moveLiaison(liaison, { type: "turn", steps, reply }, NOW), say, form };
}

const begun = () =>
  said(
    "A dashboard.",
    aLiaison({
      phase_transitions: [{ to: "problem_definition", at: NOW, reason: "begun", round: 1 }],
    }),
  );

describe("before a task", () => {
  test("a question has options, and leaves the choice to the liaison, too", async () => {
    const { say, form, next } = await turn(begun());
    expect(say).toContain("Who is it for?");
    expect(form).toMatchObject({
      kind: "choice",
      allowText: true,
      options: [{ label: "Executives" }, { label: "You decide" }],
    });
    expect(next).toMatchObject({ phase: "problem_definition", turnsAsked: 1 });
  });

  test("three questions are the most of a turn, and the less valuable wait", async () => {
    const suggested_questions = ["a", "b", "c", "d"].map((topic, index) => ({
      topic,
      question: `Which ${topic}?`,
      options: [],
      value: 0.9 - index / 10,
    }));
    const { form, next } = await turn(begun(), { definition: { suggested_questions } });
    expect(next.clarifications.map(({ topic }) => topic)).toEqual(["a", "b", "c"]);
    expect(form).toMatchObject({ kind: "fields", allowText: true });
  });

  test("a question that is worth less than an interruption is not asked beside another", async () => {
    const cheap = { topic: "font", question: "Which font?", options: [], value: 0.01 };
    const suggested_questions = [...DEFINITION.suggested_questions, cheap];
    const { next } = await turn(begun(), { definition: { suggested_questions } });
    expect(next.clarifications.map(({ topic }) => topic)).toEqual(["audience"]);
  });

  test("the calibrated score gates, and the engine's own is what is counted", async () => {
    const passed = await turn(begun(), { score: 0.7, calibrate: () => 0.85 });
    expect(passed.next).toMatchObject({
      phase: "awaiting_task_completion",
      published: 1,
      unsettled: { score: 0.7 },
    });
    expect(passed.next.specifications[0]?.confidence.score).toBe(0.85);
    const held = await turn(begun(), { score: 0.9, calibrate: () => 0.5 });
    expect(held.next.phase).toBe("problem_definition");
  });

  test("after three turns it begins, with what is open as assumptions", async () => {
    const question = { topic: "audience", question: "Who is it for?", options: [], value: 0.8 };
    const definition = { suggested_questions: [{ ...question, default: "the team" }] };
    const tired = { ...begun(), turnsAsked: 3 };
    const { say, next } = await turn(tired, { definition });
    expect(say).toContain("Audience: the team");
    expect(next.phase).toBe("awaiting_task_completion");
    const { assumptions } = next.specifications.at(-1) ?? { assumptions: [] };
    expect(assumptions).toEqual(["Audience: the team"]);
  });

  test("agreement begins it at any time after a question, with assumptions", async () => {
    const question = { topic: "audience", question: "Who is it for?", options: [], value: 0.8 };
    const definition = { suggested_questions: [{ ...question, default: "the team" }] };
    const { next: asked } = await turn(begun(), { definition });
    expect(asked.phase).toBe("problem_definition");
    const { next } = await turn(said("Looks good, go ahead.", asked), { intent: "confirm" });
    expect(next).toMatchObject({
      phase: "awaiting_task_completion",
      outcomes: [{ accepted: true }],
    });
  });

  test("a question back is answered, changes nothing and asks nothing again", async () => {
    const question = { topic: "style", question: "Which style?", options: ["Modern"], value: 0.8 };
    const { next: asked } = await turn(begun(), {
      definition: { suggested_questions: [question] },
    });
    for (const words of ["What do you mean by style?", "Why do you need to know that?"]) {
      const { say, next } = await turn(said(words, asked));
      expect(say).toMatch(/Modern|depends on it/);
      expect(next.specifications).toEqual(asked.specifications);
      expect(next.clarifications).toEqual(asked.clarifications);
      expect(next.phase).toBe("problem_definition");
    }
  });

  test("whoever wants it to begin is asked no more", async () => {
    const { next } = await turn(begun(), { definition: { wantsToProceed: true } });
    expect(next.phase).toBe("awaiting_task_completion");
  });

  test("another language is said to be not understood, and asked about, but not without end", async () => {
    const language = { code: "sv", isSure: true, isUnderstood: false };
    const first = await turn(begun(), { definition: { language } });
    expect(first.say).toContain("Swedish");
    expect(first.next.phase).toBe("problem_definition");
    const tired = await turn({ ...begun(), turnsAsked: 3 }, { definition: { language } });
    expect(tired.say).not.toContain("Swedish");
  });

  test("what is not wanted any more is dropped, with no task", async () => {
    const { next: asked } = await turn(begun());
    const { next } = await turn(said("Forget it.", asked), { intent: "withdraw" });
    expect(next).toMatchObject({ phase: "completed", published: 0 });
  });
});

describe("after a task", () => {
  async function judged(words?: string): Promise<Liaison> {
    const { next } = await turn(begun(), { score: 0.9 });
    const done = moveLiaison(
      next,
      { type: "complete", result: { result: "Here.", by: "scout" }, dueAt: NOW },
      NOW,
    );
    const { next: asked } = await turn(done);
    return words === undefined ? asked : said(words, asked);
  }
  const follow_up = [{ topic: "why", question: "What would have to change?", options: [] }];
  const { verdict: _, ...undecided } = INTERPRETATION;
  const thin: Interpretation = { ...undecided, isThin: true, follow_up };

  test("without a verdict nothing is recorded, however often it is asked", async () => {
    let liaison = await judged("Hm.");
    for (let time = 0; time < 5; time++) {
      const { next, say } = await turn(liaison, { interpretation: thin });
      expect(say).toContain("What would have to change?");
      expect(next.phase).toBe("feedback_collection");
      liaison = said("Hm.", next);
    }
    expect(liaison.feedback).toEqual([]);
    const accepted = { ...INTERPRETATION, verdict: "accepted" } as const;
    const { next } = await turn(liaison, { interpretation: accepted });
    expect(next.phase).toBe("completed");
    expect(next.feedback).toMatchObject([{ metrics: { acceptance_status: "accepted" } }]);
  });

  test("what was rejected ends without another round", async () => {
    const { next } = await turn(await judged("No."), {
      interpretation: { ...INTERPRETATION, verdict: "rejected" },
    });
    expect(next).toMatchObject({ phase: "completed", round: 1 });
  });

  test("thanks leave it closed; something new begins another task with a number of its own", async () => {
    const interpretation = { ...INTERPRETATION, verdict: "accepted" } as const;
    const { next: done } = await turn(await judged("Fine."), { interpretation });
    const thanked = await turn(said("Thanks a lot!", done));
    expect(thanked.next.phase).toBe("completed");
    const anew = await turn(said("I also need a hiring plan.", thanked.next), {
      intent: "new_task",
      score: 0.9,
    });
    expect(anew.next).toMatchObject({ phase: "awaiting_task_completion", round: 2 });
    expect(anew.next.specifications.at(-1)?.id).toMatch(/\/task\/2$/);
  });
});
