import { describe, expect, test } from "vitest";
import type { FeedbackMetrics } from "./feedback.ts";
import {
  derivedTask,
  type Exchange,
  type Liaison,
  PHASES,
  type Phase,
  standingFeedback,
  taskIdOf,
} from "./liaison.ts";
import {
  exchangesOfFeedback,
  exchangesOfTask,
  type LiaisonEvent,
  moveLiaison,
} from "./liaison-machine.ts";
import type { LiaisonStep } from "./liaison-steps.ts";
import type { TaskSpecification } from "./task-specification.ts";

const NOW = "2026-11-24T10:00:00.000Z";
const LATER = "2026-11-24T10:00:05.000Z";
const ID = "cnv_01arz3ndektsv4rrffq69g5fav";

const said: Exchange = {
  id: "msg_01arz3ndektsv4rrffq69g5fav",
  role: "human",
  content: "A dashboard, please.",
  timestamp: NOW,
  phase: "problem_definition",
  round: 1,
};
const reply: Exchange = {
  ...said,
  id: "msg_01arz3ndektsv4rrffq69g5faw",
  role: "assistant",
  content: "What for?",
};

function liaison(phase: Phase = "problem_definition", given: Partial<Liaison> = {}): Liaison {
  return {
    id: ID,
    workspace: "default",
    person: "prn_01arz3ndektsv4rrffq69g5fav",
    personName: "ana",
    agent: "prn_01arz3ndektsv4rrffq69g5faw",
    title: "A dashboard",
    phase,
    round: 1,
    exchanges: [said],
    confidence_history: [],
    clarifications: [],
    phase_transitions: [{ to: "problem_definition", at: NOW, reason: "begun", round: 1 }],
    specifications: [],
    published: 0,
    outcomes: [],
    progress: [],
    results: [],
    feedback: [],
    turnsAsked: 0,
    personAsks: [{ exchange: said.id, task: "task", question: "Where is it from?" }],
    replied: 0,
    salt: "salt",
    createdAt: NOW,
    updatedAt: NOW,
    version: 4,
    ...given,
  };
}

const specification: Omit<TaskSpecification, "id" | "version"> = {
  title: "Dashboard",
  description: "A dashboard.",
  requirements: [],
  constraints: [],
  success_criteria: [],
  required_capabilities: [],
  context: {},
  assumptions: [],
  confidence: {
    score: 0.9,
    reasoning: "All was said.",
    confidence_factors: { clarity: 1, completeness: 1, consistency: 1 },
  },
};

const metrics: FeedbackMetrics = {
  overall_satisfaction: 0.4,
  acceptance_status: "needs_improvement",
  dimension_feedback: [],
  improvement_suggestions: ["Other colours"],
  interpretation_confidence: 0.8,
  requirement_feedback: [],
};

const EVENTS: Record<LiaisonEvent["type"], LiaisonEvent> = {
  say: { type: "say", exchange: said, dueAt: LATER },
  turn: { type: "turn", steps: [], reply },
  take: {
    type: "take",
    worker: { agent: "prn_01arz3ndektsv4rrffq69g5fax", name: "scout" },
  },
  progress: { type: "progress", progress: { status: "started", by: "scout" } },
  complete: { type: "complete", result: { result: "done", by: "scout" }, dueAt: LATER },
  ask_closed: { type: "ask_closed", request: "req_01arz3ndektsv4rrffq69g5fav" },
  worker_asked: {
    type: "worker_asked",
    exchange: { ...reply, with: "worker" },
    request: "req_01arz3ndektsv4rrffq69g5faw",
  },
  worker_answered: {
    type: "worker_answered",
    said: [{ ...said, with: "worker" }],
    request: "req_01arz3ndektsv4rrffq69g5faw",
  },
  person_answered: {
    type: "person_answered",
    asked: said.id,
    answer: { text: "From the table.", by: "scout" },
    dueAt: LATER,
  },
  feedback_withdrawn: { type: "feedback_withdrawn", round: 1, by: "ana", reason: "misread" },
};

const REFUSED = "CONVERSATION_CLOSED";
/** The phase that each event leads to, or the code by which it is refused. */
const TABLE: Record<Phase, Record<LiaisonEvent["type"], string>> = {
  problem_definition: {
    say: "problem_definition",
    turn: "problem_definition",
    take: REFUSED,
    progress: REFUSED,
    complete: REFUSED,
    ask_closed: "problem_definition",
    worker_asked: "problem_definition",
    worker_answered: "problem_definition",
    person_answered: "problem_definition",
    feedback_withdrawn: "problem_definition",
  },
  awaiting_task_completion: {
    say: "awaiting_task_completion",
    turn: "awaiting_task_completion",
    take: "awaiting_task_completion",
    progress: "awaiting_task_completion",
    complete: "feedback_collection",
    ask_closed: "awaiting_task_completion",
    worker_asked: "awaiting_task_completion",
    worker_answered: "awaiting_task_completion",
    person_answered: "awaiting_task_completion",
    feedback_withdrawn: "awaiting_task_completion",
  },
  feedback_collection: {
    say: "feedback_collection",
    turn: "feedback_collection",
    take: REFUSED,
    progress: REFUSED,
    complete: REFUSED,
    ask_closed: "feedback_collection",
    worker_asked: "feedback_collection",
    worker_answered: "feedback_collection",
    person_answered: "feedback_collection",
    feedback_withdrawn: "feedback_collection",
  },
  completed: {
    say: "completed",
    turn: "completed",
    take: REFUSED,
    progress: REFUSED,
    complete: REFUSED,
    ask_closed: "completed",
    worker_asked: "completed",
    worker_answered: "completed",
    person_answered: "completed",
    feedback_withdrawn: "completed",
  },
};

function outcome(value: Liaison, event: LiaisonEvent): string {
  try {
    return moveLiaison(value, event, LATER).phase;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe("the life of a conversation with the liaison", () => {
  for (const phase of PHASES) {
    for (const [type, event] of Object.entries(EVENTS)) {
      const expected = TABLE[phase][event.type];
      test(`${type} in ${phase} comes to ${expected}`, () => {
        expect(outcome(liaison(phase), event)).toBe(expected);
      });
    }
  }

  test("every change raises the version and says when it was", () => {
    for (const event of [EVENTS.say, EVENTS.turn, EVENTS.ask_closed]) {
      expect(moveLiaison(liaison(), event, LATER)).toMatchObject({ version: 5, updatedAt: LATER });
    }
  });

  test("what is erased changes no more", () => {
    const erased = liaison("completed", { erasedAt: NOW });
    for (const event of Object.values(EVENTS)) expect(outcome(erased, event)).toBe(REFUSED);
  });
});

describe("words", () => {
  test("owe a turn, and a turn settles it", () => {
    const spoken = moveLiaison(liaison(), EVENTS.say, NOW);
    expect(spoken).toMatchObject({ dueAt: LATER, replied: 0 });
    const turned = moveLiaison(spoken, EVENTS.turn, LATER);
    expect(turned.dueAt).toBeUndefined();
    expect(turned.replied).toBe(turned.exchanges.length);
  });

  test("that answer the question before the person take it away; others leave it", () => {
    const request = "req_01arz3ndektsv4rrffq69g5fav";
    const asked = liaison("problem_definition", { request });
    expect(moveLiaison(asked, EVENTS.say, NOW).request).toBe(request);
    const answer: LiaisonEvent = { type: "say", exchange: { ...said, request }, dueAt: LATER };
    expect(moveLiaison(asked, answer, NOW)).not.toHaveProperty("request");
    expect(moveLiaison(asked, EVENTS.ask_closed, NOW)).not.toHaveProperty("request");
  });
});

describe("a turn", () => {
  const turn = (value: Liaison, ...steps: readonly LiaisonStep[]) =>
    moveLiaison(value, { type: "turn", steps, reply }, LATER);
  const specified: LiaisonStep = { type: "specified", specification, ownScore: 0.85 };
  const question = { topic: "audience", question: "Who is it for?", options: ["executives"] };

  test("asks, once more what is open, and what is answered is asked no more", () => {
    const asked = turn(liaison(), { type: "asked", questions: [question] });
    expect(asked).toMatchObject({
      turnsAsked: 1,
      clarifications: [{ topic: "audience", status: "open", asked_in: reply.id }],
    });
    const twice = turn(asked, { type: "asked", questions: [question] });
    expect(twice).toMatchObject({ turnsAsked: 2, clarifications: [{ status: "open" }] });
    const answers = [{ topic: "audience", status: "answered", answer: "executives" }] as const;
    const answered = turn(asked, { type: "clarified", answers });
    expect(answered.clarifications).toMatchObject([{ status: "answered", answer: "executives" }]);
    const again = turn(answered, {
      type: "clarified",
      answers: [{ topic: "audience", status: "left_to_us" }],
    });
    expect(again.clarifications).toMatchObject([{ status: "answered" }]);
  });

  test("numbers the versions of a task, and publishes the newest", () => {
    const once = turn(liaison(), specified);
    expect(derivedTask(once)).toMatchObject({ id: `${ID}/task/1`, version: 1 });
    const further = { ...specification, constraints: ["in a week"] };
    const twice = turn(once, { ...specified, specification: further }, { type: "published" });
    expect(twice).toMatchObject({ published: 2, title: "Dashboard" });
    expect(twice.confidence_history.map(({ version }) => version)).toEqual([1, 2]);
  });

  test("makes no version of what says the same, which may be surer by now", () => {
    const once = turn(liaison(), specified);
    const confidence = { ...specification.confidence, score: 0.97 };
    const surer = { ...specification, confidence };
    const again = turn(once, { ...specified, specification: surer, ownScore: 0.9 });
    expect(again.specifications).toHaveLength(1);
    expect(derivedTask(again)).toMatchObject({ version: 1, confidence: { score: 0.97 } });
    expect(again.confidence_history).toMatchObject([{ version: 1 }, { score: 0.97, version: 1 }]);
    expect(again.unsettled).toEqual({ score: 0.9, version: 1 });
  });

  test("counts once whether the version that passed was accepted as it was", () => {
    const passed = turn(liaison(), specified, { type: "published" });
    expect(passed.unsettled).toEqual({ score: 0.85, version: 1 });
    const confirmed = turn(passed, { type: "confirmed" });
    expect(confirmed.outcomes).toMatchObject([{ score: 0.85, accepted: true, version: 1 }]);
    const corrected = turn(confirmed, specified, { type: "published" }, { type: "corrected" });
    expect(corrected.outcomes).toHaveLength(1);
    const other = turn(passed, specified, { type: "published" }, { type: "corrected" });
    expect(other.outcomes).toMatchObject([{ accepted: false, version: 1 }]);
  });

  test("that finds much to improve begins the next round, with the feedback of this one", () => {
    const waiting = turn(
      liaison(),
      specified,
      { type: "published" },
      { type: "moved", to: "awaiting_task_completion", reason: "good enough" },
    );
    const judged = moveLiaison(waiting, EVENTS.complete, NOW);
    const next = turn(
      judged,
      { type: "understood", metrics },
      { type: "moved", to: "awaiting_task_completion", reason: "improve", newRound: true },
    );
    expect(next).toMatchObject({
      phase: "awaiting_task_completion",
      round: 2,
      feedback: [{ round: 1, metrics }],
    });
    expect(next.phase_transitions.map(({ to }) => to)).toEqual([
      "problem_definition",
      "awaiting_task_completion",
      "feedback_collection",
      "awaiting_task_completion",
    ]);
  });

  test("that takes feedback back keeps it marked, and another reading stands beside it", () => {
    const judged = turn(liaison("feedback_collection"), { type: "understood", metrics });
    const back = { by: "Anna", reason: "I did not accept it" };
    const withdrawn = turn(judged, { type: "feedback_withdrawn", round: 1, ...back });
    expect(withdrawn.feedback).toMatchObject([{ round: 1, withdrawn: back }]);
    expect(standingFeedback(withdrawn)).toEqual([]);
    const again = turn(withdrawn, { type: "understood", metrics });
    expect(again.feedback).toHaveLength(2);
    expect(standingFeedback(again)).toMatchObject([{ round: 1, metrics }]);
  });

  test("that reopens it counts the words that did as said in what they opened", () => {
    const done = liaison("completed", { exchanges: [said, reply], replied: 2 });
    const spoken = moveLiaison(
      done,
      { type: "say", exchange: { ...said, phase: "completed" }, dueAt: LATER },
      NOW,
    );
    const again = turn(spoken, { type: "moved", to: "feedback_collection", reason: "again" });
    expect(exchangesOfFeedback(again).map(({ role }) => role)).toEqual(["human", "assistant"]);
    const anew = turn(
      spoken,
      { type: "moved", to: "problem_definition", reason: "new", newRound: true },
      specified,
    );
    expect(taskIdOf(anew)).toBe(`${ID}/task/2`);
    expect(anew).toMatchObject({ round: 2, published: 0 });
    expect(exchangesOfTask(anew).map(({ role }) => role)).toEqual(["human", "assistant"]);
  });
});

test("what the worker asks, and what is answered to it, is no word about the task", () => {
  const before = liaison("awaiting_task_completion");
  const asked = moveLiaison(before, EVENTS.worker_asked, LATER);
  expect(asked.workerAsks).toHaveLength(1);
  const answered = moveLiaison(asked, EVENTS.worker_answered, LATER);
  expect(answered).not.toHaveProperty("workerAsks");
  expect(answered.exchanges.length).toBe(before.exchanges.length + 2);
  expect(exchangesOfTask(answered)).toEqual(exchangesOfTask(before));
  expect(answered.dueAt).toBe(before.dueAt);
});
