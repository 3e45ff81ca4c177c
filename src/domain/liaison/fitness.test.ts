import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toTimestamp } from "../timestamp.ts";
import { type DimensionFeedback, type FeedbackMetrics, sentimentOf } from "./feedback.ts";
import { fitnessOf } from "./fitness.ts";
import type { Liaison, RoundFeedback } from "./liaison.ts";
import { selectionRecordsOf } from "./selection-records.ts";
import type { TaskSpecification } from "./task-specification.ts";

const NOW = "2026-11-21T12:00:00.000Z";
const OPTIONS = { now: NOW, halfLifeDays: 30 };

const daysAgo = (days: number) => toTimestamp(Date.parse(NOW) - days * 86_400_000);

function side(dimension: string, score: number, confidence = 0.8): DimensionFeedback {
  const quotes = {
    supporting_quotes: ["…"],
    quote_spans: [{ exchange: "msg_1" as const, start: 0, end: 1 }],
  };
  return { dimension, score, confidence, sentiment: sentimentOf(score), ...quotes };
}

function metrics(score: number, more: Partial<FeedbackMetrics> = {}): FeedbackMetrics {
  return {
    overall_satisfaction: score,
    acceptance_status: score > 0.5 ? "accepted" : "needs_improvement",
    dimension_feedback: [side("accuracy", score)],
    improvement_suggestions: [],
    interpretation_confidence: 0.8,
    requirement_feedback: [],
    ...more,
  };
}

const SILENCE = metrics(0.5, { dimension_feedback: [], interpretation_confidence: 0 });

function specification(version: number, score = 0.9): TaskSpecification {
  const requirement = { constraints: [], examples: [], extracted_from: [] };
  return {
    id: "cnv_a/task/1",
    version,
    title: "Dashboard",
    description: "A dashboard",
    requirements: [
      { ...requirement, id: "filter", description: "Filter by region", importance: 1 },
      { ...requirement, id: "chart", description: "A chart", importance: 0.7 },
    ],
    constraints: [],
    success_criteria: [],
    required_capabilities: [],
    context: {},
    assumptions: [],
    confidence: {
      score,
      reasoning: "",
      confidence_factors: { clarity: 1, completeness: 1, consistency: 1 },
    },
  };
}

interface Held {
  readonly person?: string;
  readonly worker?: string;
  readonly rounds?: readonly FeedbackMetrics[];
  readonly at?: string;
  readonly more?: Partial<Liaison>;
}

let made = 0;

/** A conversation whose rounds were done and rated as given. */
function held({ person = "ann", worker = "fox", rounds = [], at = NOW, more = {} }: Held): Liaison {
  made++;
  const feedback = rounds.map(
    (one, index): RoundFeedback => ({ round: index + 1, at, metrics: one }),
  );
  return {
    id: `cnv_${made}`,
    workspace: "default",
    title: "Dashboard",
    agent: "prn_liaison",
    person: `prn_${person}`,
    personName: person,
    worker: { agent: `prn_${worker}`, name: worker },
    phase: "completed",
    round: rounds.length,
    exchanges: [],
    confidence_history: [],
    phase_transitions: [
      { to: "problem_definition", at, reason: "", round: 1 },
      { from: "problem_definition", to: "awaiting_task_completion", at, reason: "", round: 1 },
    ],
    clarifications: [],
    specifications: [specification(1)],
    published: 1,
    outcomes: [],
    progress: [],
    results: feedback.map(({ round }) => ({ result: "done", by: worker, at, round })),
    feedback,
    turnsAsked: 0,
    replied: 0,
    salt: "",
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...more,
  };
}

const of = (liaisons: readonly Liaison[], agent = "fox") =>
  fitnessOf(liaisons, OPTIONS).find((one) => one.agent === agent);

describe("silence", () => {
  test("changes no figure", () => {
    const rated = held({ rounds: [metrics(0.7)] });
    const silent = [held({}), held({ rounds: [SILENCE] })];
    const { unrated: _one, clarity: _clarity, ...alone } = of([rated]) ?? {};
    const { unrated, clarity: _other, ...together } = of([rated, ...silent]) ?? {};
    expect(together).toEqual(alone);
    expect(unrated).toBe(1);
  });

  test("earns nothing", () => {
    const silent = of([held({ rounds: [SILENCE] })]);
    expect(silent).toMatchObject({ accepted: 0, unrated: 1, dimensions: {}, requirements: [] });
    expect(silent).not.toHaveProperty("fitness");
    expect(selectionRecordsOf([held({ rounds: [SILENCE] })])).toEqual([]);
  });

  test("of an agent that is not known is nobody's", () => {
    const { worker: _, ...nobodys } = held({ rounds: [metrics(0.9)] });
    expect(fitnessOf([nobodys], OPTIONS)).toEqual([]);
  });
});

test("a round counts its sides by weight and confidence", () => {
  const sides = [side("accuracy", 0.2, 0.5), side("creativity", 0.9, 1)];
  const [record] = selectionRecordsOf([
    held({ rounds: [metrics(0.5, { dimension_feedback: sides })] }),
  ]);
  expect(record?.fitness).toBeCloseTo((1.5 * 0.2 * 0.5 + 0.6 * 0.9) / (1.5 * 0.5 + 0.6));
});

test("each round that was rated is a record, the oldest first", () => {
  const late = held({ rounds: [metrics(0.3), metrics(0.8)] });
  const early = held({ rounds: [metrics(0.6)], at: daysAgo(3) });
  expect(
    selectionRecordsOf([late, early]).map(({ conversation_id, round }) => [conversation_id, round]),
  ).toEqual([
    [early.id, 1],
    [late.id, 1],
    [late.id, 2],
  ]);
});

test("more of the same evidence raises the lower bound, and what it rests on", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.05, max: 1, noNaN: true }),
      fc.integer({ min: 1, max: 8 }),
      (score, count) => {
        const some = Array.from({ length: count }, () => held({ rounds: [metrics(score)] }));
        const [fewer, more] = [of(some), of([...some, held({ rounds: [metrics(score)] })])];
        expect(more?.fitness?.lower).toBeGreaterThan(fewer?.fitness?.lower ?? 1);
        expect(more?.fitness?.support).toBeGreaterThan(fewer?.fitness?.support ?? 9);
        expect(more?.fitness?.value).toBeCloseTo(score);
      },
    ),
  );
});

test("one loud person does not outweigh three", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.boolean(), (count, likes) => {
      const [loud, others] = likes ? [0.95, 0.1] : [0.05, 0.9];
      const all = [
        ...Array.from({ length: count }, () => held({ person: "loud", rounds: [metrics(loud)] })),
        ...["bea", "cat", "dan"].map((person) => held({ person, rounds: [metrics(others)] })),
      ];
      const value = of(all)?.fitness?.value ?? Number.NaN;
      expect(Math.abs(value - others)).toBeLessThanOrEqual(Math.abs(value - loud) + 1e-9);
    }),
  );
});

test("one person alone is heard, to a bound", () => {
  const many = Array.from({ length: 200 }, () => held({ rounds: [metrics(0.9)] }));
  expect(of(many)?.fitness).toMatchObject({ support: expect.closeTo(8) });
});

describe("a strict person", () => {
  /** The strict one rates each agent lower than two others do. */
  function ratings(strict: number, agents: readonly string[]) {
    return agents.flatMap((worker) => [
      held({ person: "strict", worker, rounds: [metrics(strict), metrics(strict)] }),
      held({ person: "bea", worker, rounds: [metrics(0.8)] }),
      held({ person: "cat", worker, rounds: [metrics(0.8)] }),
    ]);
  }
  const uncorrected = (2 * 0.4 + 2 * 0.8) / 4;

  test("is corrected for where they rate several agents", () => {
    const value = of(ratings(0.4, ["fox", "owl"]))?.fitness?.value;
    expect(value).toBeGreaterThan(uncorrected + 0.05);
    expect(value).toBeLessThan(0.8);
  });

  test("is not where they rate one", () => {
    expect(of(ratings(0.4, ["fox"]))?.fitness?.value).toBeCloseTo(uncorrected);
  });

  test("is not where nobody else rates the agents", () => {
    const alone = ["fox", "owl"].map((worker) =>
      held({ person: "strict", worker, rounds: [metrics(0.2), metrics(0.2)] }),
    );
    expect(of(alone)?.fitness?.value).toBeCloseTo(0.2);
  });
});

test("what was said a half-life ago counts half", () => {
  const fresh = held({ rounds: [metrics(0.9)] });
  const old = held({ rounds: [metrics(0.3)], at: daysAgo(30) });
  expect(of([fresh, old])?.fitness?.value).toBeCloseTo((0.9 + 0.3 / 2) / 1.5);
});

test("requirements have figures of their own, what failed most surely first", () => {
  const feedback = [
    { requirement_id: "chart", sentiment: "positive", score: 0.8, confidence: 0.5 },
    { requirement_id: "filter", sentiment: "negative", score: 0.2, confidence: 0.5 },
    { requirement_id: "unknown", sentiment: "negative", score: 0.2, confidence: 0.5 },
  ] as const;
  const said = held({ rounds: [metrics(0.5, { requirement_feedback: feedback })] });
  expect(of([said])?.requirements).toMatchObject([
    {
      requirement_id: "filter",
      description: "Filter by region",
      conversation_id: said.id,
      value: expect.closeTo(0.2),
    },
    { requirement_id: "chart", value: expect.closeTo(0.8), support: 0.4 },
  ]);
});

test("clarity rewards a confident specification of few questions that stands", () => {
  const clarification = { question: "?", options: [], status: "answered" } as const;
  const asked = held({
    more: {
      clarifications: [
        { ...clarification, topic: "a", asked_in: "msg_1" },
        { ...clarification, topic: "b", asked_in: "msg_1" },
      ],
      outcomes: [{ score: 0.9, accepted: false, version: 1, at: NOW }],
    },
  });
  expect(of([asked])?.clarity).toEqual({
    tasks: 1,
    questions: 2,
    turns: 1,
    corrections: 1,
    score: expect.closeTo(0.9 * 0.95 ** 2 * 0.7),
  });
  expect(of([held({})])?.clarity.score).toBeCloseTo(0.9);
});

test("every figure is from 0 to 1, and no lower bound is above its value", () => {
  const score = fc.double({ min: 0, max: 1, noNaN: true });
  const one = fc.record({
    person: fc.constantFrom("ann", "bea", "cat"),
    worker: fc.constantFrom("fox", "owl"),
    at: fc.integer({ min: 0, max: 400 }).map(daysAgo),
    rounds: fc.array(
      fc
        .tuple(score, score)
        .map(([value, sure]) => metrics(value, { interpretation_confidence: sure })),
      { maxLength: 3 },
    ),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 12 }), (some) => {
      for (const { fitness, dimensions } of fitnessOf(some.map(held), OPTIONS)) {
        for (const { value, lower } of [
          ...(fitness === undefined ? [] : [fitness]),
          ...Object.values(dimensions),
        ]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
          expect(lower).toBeGreaterThanOrEqual(0);
          expect(lower).toBeLessThanOrEqual(value + 1e-9);
        }
      }
    }),
  );
});
