import { expect, test } from "vitest";
import type { PossibleName } from "./name-scoring.ts";
import { nameScore } from "./names.ts";

const name = (over: Partial<PossibleName> = {}): PossibleName => ({
  words: "Poster for the harbour festival in June",
  said: "I need a poster for the harbour festival in June",
  byRules: 2,
  kind: "requirement",
  at: 2,
  order: 0,
  isGoal: false,
  isWish: false,
  isRequest: false,
  isAnswer: false,
  isMade: true,
  ...over,
});

test("what the task is names it better than what is told behind it", () => {
  expect(nameScore(name({ isGoal: true, at: 0 }))).toBeGreaterThan(nameScore(name()));
  expect(nameScore(name({ at: 0 }))).toBeGreaterThan(nameScore(name({ at: 4 })));
});

test("a figure names less than a thing that is made", () => {
  expect(nameScore(name())).toBeGreaterThan(
    nameScore(name({ words: "Poster for the harbour festival in 2027", isMade: false })),
  );
});

test("what the rules say of a phrase counts beside its signs", () => {
  expect(nameScore(name({ byRules: 3 }))).toBeGreaterThan(nameScore(name()));
});

test("the same phrase has the same score, however long it is", () => {
  const long = name({ words: "word, ".repeat(50_000) });
  expect(nameScore(long)).toBe(nameScore(long));
  expect(Number.isFinite(nameScore(long))).toBe(true);
});

test("what names nothing by the rules is never the name", () => {
  const nothing = name({ byRules: 0.7, isGoal: true, at: 0 });
  expect(nameScore(nothing)).toBeLessThan(nameScore(name({ byRules: 0.8, at: 5 })));
});
