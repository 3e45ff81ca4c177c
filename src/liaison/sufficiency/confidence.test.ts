import { expect, test } from "vitest";
import { wordingIn } from "../wording/wording.ts";
import { type ConfidenceInput, confidenceOf, settledScore } from "./confidence.ts";

const english = await wordingIn("en");
const input = (over: Partial<ConfidenceInput> & { readonly share?: number } = {}) => ({
  vagueness: 0.9,
  hedges: 0,
  contradictions: 0,
  exactness: 3,
  isConfirmed: false,
  hasGoal: true,
  isUnderstood: true,
  isOpening: false,
  isUnsure: false,
  coverage: { share: over.share ?? 0.9, missing: [], known: 4, expected: 5 },
  ...over,
});
const score = (over: Partial<ConfidenceInput> & { readonly share?: number } = {}) =>
  confidenceOf(input(over), english).score;

test("what is known raises the score", () => {
  expect(score({ share: 0.2 })).toBeLessThan(0.4);
  expect(score({ share: 0.9 })).toBeGreaterThan(0.8);
});

test("what is missing matters less where much that is exact was said", () => {
  expect(score({ share: 0.4, exactness: 14 })).toBeGreaterThan(score({ share: 0.4 }) + 0.2);
  expect(score({ share: 0.4, vagueness: 0.1 })).toBeGreaterThan(score({ share: 0.4 }));
});

test("contradictions lower it", () => {
  expect(score({ contradictions: 1 })).toBeLessThan(0.65);
});

test("a fact never lowers it", () => {
  for (let exactness = 0; exactness < 20; exactness++) {
    for (const share of [0.2, 0.6, 1]) {
      expect(score({ share, exactness: exactness + 1 })).toBeGreaterThanOrEqual(
        score({ share, exactness }),
      );
    }
  }
});

test("a confirmation raises it, but not over a contradiction", () => {
  expect(score({ isConfirmed: true })).toBeGreaterThan(score());
  expect(score({ isConfirmed: true, contradictions: 1 })).toBeLessThan(0.8);
});

test("without a goal, or in a language that is not understood, it stays low", () => {
  expect(score({ hasGoal: false, share: 1 })).toBeLessThanOrEqual(0.2);
  expect(score({ isUnderstood: false, share: 1 })).toBeLessThanOrEqual(0.3);
});

test("score and factors lie between 0 and 1, whatever comes", () => {
  for (const contradictions of [0, 1, 5]) {
    const { score: own, confidence_factors } = confidenceOf(
      input({ contradictions, hedges: 1, vagueness: 1, share: 0, exactness: 0 }),
      english,
    );
    for (const value of [own, ...Object.values(confidence_factors)]) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
    }
  }
});

test.each([
  [0.9, 0.4, 0.8],
  [0.9, 0.95, 0.95],
  [0.5, 0.4, 0.4],
  [0.5, 0.95, 0.95],
  [0.1, 0.95, 0.78],
  [0.1, 0.4, 0.4],
])("a readiness of %d makes %d of a score to %d", (readiness, score, settled) => {
  expect(settledScore(readiness, score)).toBe(settled);
});
