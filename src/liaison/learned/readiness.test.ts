import { expect, test } from "vitest";
import { createEmbeddedUnderstanding } from "../embedded-understanding.ts";
import { readiness } from "./readiness.ts";
import type { Opening } from "./readiness-scoring.ts";

const NOW = "2026-01-01T00:00:00.000Z";
const opening = (over: Partial<Opening> = {}): Opening => ({
  confidence: {
    score: 0.7,
    reasoning: "",
    confidence_factors: {
      clarity: 0.75,
      completeness: 0.6,
      consistency: 1,
      specificity: 0.6,
      certainty: 1,
    },
  },
  values: [0.5, 0.4],
  requirements: 2,
  limits: 1,
  words: "A flyer for the summer party of our club on 4 July, one page A5, blue and white",
  ...over,
});

test("who gives figures is readier than who asks or trails off", () => {
  const plain = opening({ words: "A flyer for our party" });
  const figures = opening({ words: "A flyer for our party on 4 July at 18:00, 200 copies" });
  const asking = opening({ words: "A flyer for our party?" });
  const trailing = opening({ words: "A flyer for our party..." });
  expect(readiness(figures)).toBeGreaterThan(readiness(plain));
  expect(readiness(asking)).toBeLessThan(readiness(plain));
  expect(readiness(trailing)).toBeLessThan(readiness(plain));
});

test("the more is worth asking, the less ready it is", () => {
  expect(readiness(opening({ values: [0.9, 0.8, 0.7, 0.6, 0.5, 0.4] }))).toBeLessThan(
    readiness(opening({ values: [] })),
  );
});

test("it is a probability, and the same for the same opening, however long", () => {
  const long = opening({ words: "12? ".repeat(100_000) });
  expect(readiness(long)).toBe(readiness(long));
  expect(readiness(long)).toBeGreaterThan(0);
  expect(readiness(long)).toBeLessThan(1);
});

test.each([
  ["a report...", false],
  [
    "Translate the attached 3 pages of our terms into German, formal, as a Word file, by Friday 6 March 2026, for customers in Austria, budget 200 euros at most!",
    true,
  ],
])("%s is enough: %s", async (content, isEnough) => {
  const { is_sufficient } = await createEmbeddedUnderstanding().define({
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
  expect(is_sufficient).toBe(isEnough);
});
