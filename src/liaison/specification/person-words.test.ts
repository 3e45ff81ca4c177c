import { expect, test } from "vitest";
import type { Exchange } from "../../domain/liaison/liaison.ts";
import { MAX_READ_LENGTH } from "../text/limits.ts";
import { personWords } from "./person-words.ts";

const exchange = (role: Exchange["role"], content: string, index: number): Exchange => ({
  id: `msg_${index}`,
  role,
  content,
  timestamp: "2026-11-24T10:00:00.000Z",
  phase: "problem_definition",
  round: 1,
});
const FOUR = [
  exchange("human", "one", 0),
  exchange("assistant", "two", 1),
  exchange("human", "three", 2),
  exchange("human", "four", 3),
];

test("only what the person said is read, with the question before it", () => {
  expect(personWords(FOUR).map(({ text, asking }) => [text, asking])).toEqual([
    ["one", undefined] as const,
    ["three", "msg_1"] as const,
    ["four", "msg_1"] as const,
  ]);
});

test("what the assistant has not replied to is newest", () => {
  expect(personWords(FOUR).map(({ isNewest }) => isNewest)).toEqual([false, true, true]);
});

test("of too many words the first are read, and the newest", () => {
  const many = Array.from({ length: 400 }, (_, index) =>
    exchange("human", "x".repeat(1_000), index),
  );
  const read = personWords(many);
  expect(read[0]?.source).toBe("msg_0");
  expect(read.at(-1)?.source).toBe("msg_399");
  expect(read.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(MAX_READ_LENGTH);
});
