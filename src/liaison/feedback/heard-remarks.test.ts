import { expect, test } from "vitest";
import type { Exchange } from "../../domain/liaison/liaison.ts";
import type { ActProbabilities } from "../learned/act-scoring.ts";
import { interpretFeedback } from "./interpret-feedback.ts";

const UNSURE = { negative: 0, neutral: 1, positive: 0 };
const ENGLISH = { code: "en", isSure: true, isUnderstood: true };

function verdictOf(content: string, heard: ActProbabilities) {
  const exchange: Exchange = {
    id: "msg_1",
    role: "human",
    content,
    timestamp: "2026-11-21T09:30:00.000Z",
    phase: "feedback_collection",
    round: 1,
  };
  const { verdict } = interpretFeedback(
    { exchanges: [exchange], task: undefined, result: undefined },
    {
      language: ENGLISH,
      learned: { clause: () => UNSURE, aspect: () => UNSURE },
      acts: () => heard,
    },
  );
  return verdict;
}

test("words that accept are no consent where nothing of them is heard as accepting", () => {
  expect(verdictOf("Looks good.", { accept: 0.5 })).toBe("accepted");
  expect(verdictOf("Looks good.", { praise: 0.97, accept: 0.03 })).toBeUndefined();
});

test("what no phrase tells accepts only where it is heard almost surely", () => {
  expect(verdictOf("Straight to the framers with it.", { accept: 0.95 })).toBeUndefined();
  expect(verdictOf("Straight to the framers with it.", { accept: 0.98 })).toBe("accepted");
});

test.for([
  ["fault", "needs_improvement"],
  ["change", "needs_improvement"],
  ["reject", "rejected"],
] as const)("what is heard as %s is read as %s, though no phrase says so", ([label, verdict]) => {
  expect(verdictOf("Grandma is on the moon.", { [label]: 0.7 })).toBe(verdict);
  expect(verdictOf("Grandma is on the moon.", { [label]: 0.6, accept: 0.2 })).toBeUndefined();
});

test("what puts off or tells of others is no judgement", () => {
  expect(verdictOf("The landlord found it too long.", { later: 0.8 })).toBeUndefined();
  expect(
    verdictOf("Aunt Pia will have a word on the wrong date.", { hearsay: 0.8 }),
  ).toBeUndefined();
});

test("a question in form that surely blames is no question", () => {
  expect(verdictOf("Who put the moon there?", { ask: 0.6 })).toBeUndefined();
  expect(verdictOf("Who put the moon there?", { fault: 0.9 })).toBe("needs_improvement");
});

test("what asks for a change in words is neither a question nor put off, whatever is heard", () => {
  const said = "Could you just add how long it keeps?";
  expect(verdictOf(`Looks good. ${said}`, { ask: 0.9, accept: 0.1 })).toBe("needs_improvement");
  expect(verdictOf(`Looks good. ${said}`, { later: 0.9, accept: 0.1 })).toBe("needs_improvement");
});
