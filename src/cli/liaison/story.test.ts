import { describe, expect, test } from "vitest";
import type { Exchange, Liaison } from "../../domain/liaison/liaison.ts";
import type { TaskSpecification } from "../../domain/liaison/task-specification.ts";
import { aLiaison } from "../../testing/liaison-values.ts";
import { storyOf } from "./story.ts";

const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, "0")}:00.000Z`;

function exchange(role: Exchange["role"], minute: number, content: string): Exchange {
  const id = `msg_${role}${minute}` as const;
  return { id, role, content, timestamp: at(minute), phase: "problem_definition", round: 1 };
}

function specification(version: number, described: string): TaskSpecification {
  return {
    id: "task/1",
    version,
    title: "Sales",
    description: "Sales",
    requirements: [
      {
        id: `r${version}`,
        description: described,
        importance: 1,
        constraints: [],
        examples: [],
        extracted_from: [],
      },
    ],
    constraints: [],
    success_criteria: [],
    required_capabilities: [],
    context: {},
    assumptions: [],
    confidence: { score: 0.8, reasoning: "", confidence_factors: FACTORS },
  };
}
const FACTORS = { clarity: 0.8, completeness: 0.8, consistency: 0.8 };

/** Asked at 1, specified and passed at 2, corrected at 4, done at 6, judged at 7. */
function told(over: Partial<Liaison> = {}): Liaison {
  return aLiaison({
    phase: "completed",
    published: 3,
    exchanges: [
      exchange("human", 0, "I need a dashboard."),
      exchange("assistant", 1, "Which?"),
      exchange("human", 2, "Of revenue."),
      exchange("assistant", 2, "It shows revenue. Right?"),
      exchange("human", 4, "And units."),
      exchange("assistant", 4, "Changed."),
      exchange("assistant", 6, "It is done: a page. Well?"),
    ],
    phase_transitions: [
      { to: "problem_definition", at: at(0), reason: "begun", round: 1 },
      {
        from: "problem_definition",
        to: "awaiting_task_completion",
        at: at(2),
        reason: "good enough",
        round: 1,
      },
      {
        from: "awaiting_task_completion",
        to: "feedback_collection",
        at: at(6),
        reason: "scout is done",
        round: 1,
      },
    ],
    confidence_history: [1, 2, 4].map((minute, index) => ({
      at: at(minute),
      score: 0.8,
      version: index + 1,
    })),
    specifications: [specification(1, "x"), specification(2, "revenue"), specification(3, "units")],
    progress: [{ status: "half", by: "scout", at: at(5) }],
    results: [{ result: "a page", by: "scout", at: at(6), round: 1 }],
    ...over,
  });
}

const kinds = (liaison: Liaison) => storyOf(liaison).map(({ kind }) => kind);

describe("the story of a conversation", () => {
  test("tells in each commit first what was said, then what came of it, then the reply", () => {
    expect(kinds(told())).toEqual([
      "said",
      "moved",
      "said",
      "said",
      "published",
      "moved",
      "said",
      "said",
      "published",
      "said",
      "progress",
      "result",
      "moved",
      "said",
    ]);
  });

  test("tells the version that passed the gate and those behind it, each with the one before", () => {
    const published = storyOf(told()).filter((one) => one.kind === "published");
    expect(published.map(({ task, former }) => [task.version, former?.version])).toEqual([
      [2, undefined],
      [3, 2],
    ]);
  });

  test("tells a version that passed without another word when it passed", () => {
    const [first] = storyOf(
      told({
        specifications: [specification(1, "revenue")],
        confidence_history: [{ at: at(1), score: 0.8, version: 1 }],
      }),
    ).filter((one) => one.kind === "published");
    expect(first).toMatchObject({ at: at(2), task: { version: 1 } });
  });

  test("tells no version of a task that has not passed", () => {
    const [begun] = told().phase_transitions;
    expect(kinds(told({ phase_transitions: begun === undefined ? [] : [begun] }))).not.toContain(
      "published",
    );
  });

  test("knows what the liaison has told in its own words", () => {
    const isSaid = (liaison: Liaison) =>
      storyOf(liaison).flatMap((one) =>
        one.kind === "published" || one.kind === "result" ? [one.isSaid] : [],
      );
    expect(isSaid(told())).toEqual([true, false, true]);
    expect(isSaid(told({ exchanges: [] }))).toEqual([false, false, false]);
  });

  test("gives each moment a key of its own, the same when it is read again", () => {
    const keys = (liaison: Liaison) => storyOf(liaison).map(({ key }) => key);
    expect(new Set(keys(told())).size).toBe(keys(told()).length);
    expect(keys(told({ version: 9 }))).toEqual(keys(told()));
  });
});
