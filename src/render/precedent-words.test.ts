import { expect, test } from "vitest";
import type { Precedent } from "../domain/inbox/precedent.ts";
import { wordsIn } from "./messages/messages.ts";
import { decidedWords, precedentWords } from "./precedent-words.ts";

const words = wordsIn("en");

const FIVE: Precedent = { count: 5, approved: 5, edited: 0, rejected: 0, own: 5, differs: [] };
const amount = { pointer: "/amount", count: 3, values: ["14900", "100", "120", "100"] };

test("the sentence says what it is like, and where it is not", () => {
  expect(precedentWords(FIVE, { words, locale: "en" })).toBe(
    "Same as the last 5 of this agent and tool.",
  );
  expect(precedentWords({ ...FIVE, count: 1 }, { words, locale: "en" })).toBe(
    "Same as the last one of this agent and tool.",
  );
  const differs = [amount, { pointer: "/pin", count: 2, values: [] }];
  expect(precedentWords({ ...FIVE, differs }, { words, locale: "de" })).toBe(
    "Same as the last 5 of this agent and tool, except amount: 14.900, was 100 or 120; pin: secret, and not compared.",
  );
});

test("many earlier values are counted, and what hides in one is written out", () => {
  const values = ['"n\u200bow"', '"a"', '"b"', '"c"', '"d"'];
  const differs = [{ pointer: "/to", count: 5, values }];
  expect(precedentWords({ ...FIVE, differs }, { words, locale: "en" })).toContain(
    'to: "n\\u{200b}ow", was "a" or "b" and 2 others.',
  );
});

test("how those were decided is counted, and how many of them by the reader", () => {
  expect(decidedWords(FIVE, words)).toBe("approved 5; all by you");
  expect(decidedWords({ ...FIVE, approved: 4, edited: 1, rejected: 1, own: 0 }, words)).toBe(
    "approved 3, approved with other arguments 1, rejected 1; none by you",
  );
  expect(decidedWords({ ...FIVE, count: 1, approved: 1, own: 1 }, words)).toBe(
    "approved 1; by you",
  );
});
