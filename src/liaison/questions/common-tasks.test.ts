import { expect, test } from "vitest";
import { createEmbeddedUnderstanding } from "../embedded-understanding.ts";

/* What people hand to agents at work is asked about by what such work needs, and by no taste. */

/** Less is assumed and not asked. */
const SELDOM = 0.05;
const NOW = "2026-01-01T00:00:00.000Z";

async function askedFirst(content: string): Promise<readonly string[]> {
  const { suggested_questions } = await createEmbeddedUnderstanding().define({
    exchanges: [
      {
        id: "msg_00000000000000000000000001",
        role: "human",
        content,
        timestamp: NOW,
        phase: "problem_definition",
        round: 1,
      },
    ],
    clarifications: [],
    now: NOW,
    cases: [],
  });
  return suggested_questions
    .filter(({ value }) => value > SELDOM)
    .slice(0, 3)
    .map(({ topic }) => topic);
}

test.each([
  [
    "Delete all users that have not logged in for two years",
    ["copy beforehand", "look beforehand"],
  ],
  ["Review the pull request of Ben", ["what to look for"]],
  ["Pay the invoice from Acme", ["amount", "account", "permission to pay"]],
  ["Rotate the API keys", ["where it runs", "what may be touched"]],
  ["Translate our terms of service to German", ["audience"]],
  ["Check why the website is slow", ["how to reproduce it", "where it happens"]],
  // Nothing that the examples or the library know: what any task can lack.
  ["Defragment the flux capacitor", ["outcome"]],
])("%s", async (task, topics) => {
  expect(await askedFirst(task)).toEqual(topics);
});

test("a thing named when asked what is to be done is the goal", async () => {
  const said = (content: string, id: `msg_${string}`) =>
    ({
      id,
      role: "human",
      content,
      timestamp: NOW,
      phase: "problem_definition",
      round: 1,
    }) as const;
  const { specification } = await createEmbeddedUnderstanding().define({
    exchanges: [
      said("fix it", "msg_00000000000000000000000001"),
      said("the garden gate", "msg_00000000000000000000000003"),
    ],
    clarifications: [
      {
        topic: "task",
        question: "What do you want to have done?",
        options: [],
        status: "answered",
        answer: "the garden gate",
        asked_in: "msg_00000000000000000000000002",
      },
    ],
    now: NOW,
    cases: [],
  });
  expect(specification.title).toBe("Garden gate");
});
