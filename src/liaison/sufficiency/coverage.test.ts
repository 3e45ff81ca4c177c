import { expect, test } from "vitest";
import type { Clarification } from "../../domain/liaison/liaison.ts";
import { findCase } from "../cases/find-case.ts";
import { expectedDetails } from "../questions/expected-details.ts";
import { toldFacts } from "../questions/told-facts.ts";
import { makeStatement } from "../specification/make-statement.ts";
import { liaisonMessages } from "../wording/liaison-messages.ts";
import { coverageOf } from "./coverage.ts";
import { missingAspects } from "./missing-aspects.ts";

const goal = makeStatement("I need a sales dashboard", "msg_1");
const details = expectedDetails({
  found: findCase(goal.said, ""),
  cases: [],
  terms: [],
  said: goal.said,
  messages: liaisonMessages("en"),
});
const asked = (status: Clarification["status"]): Clarification => ({
  topic: "period",
  question: "?",
  options: [],
  status,
  asked_in: "msg_1",
});
const coverage = (clarifications: readonly Clarification[], ...said: string[]) => {
  const statements = [goal, ...said.map((text) => makeStatement(text, "msg_1"))];
  return coverageOf({ details, facts: toldFacts(statements, goal), clarifications, goal: 1 });
};

test("what was said, and what was left to us, is covered", () => {
  const bare = coverage([]).share;
  expect(coverage([], "It covers last quarter").share).toBeGreaterThan(bare);
  expect(coverage([asked("left_to_us")]).share).toBeGreaterThan(bare);
});

test("what is assumed covers less than what is known, what is still asked nothing", () => {
  expect(coverage([asked("assumed")]).share).toBeLessThan(coverage([asked("answered")]).share);
  expect(coverage([asked("open")]).share).toBe(coverage([]).share);
});

test("what is missing is named by its aspect", () => {
  expect(missingAspects(coverage([]), [goal], goal)).toEqual([
    "requirements and constraints: audience, period",
    "outcome: metrics, visuals",
    "success criteria",
  ]);
  expect(missingAspects(coverage([]), [], undefined)).toEqual(["problem"]);
});
