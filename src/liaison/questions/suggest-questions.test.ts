import { expect, test } from "vitest";
import type { KnownCase } from "../../ports/model/understanding.ts";
import { caseTerms } from "../case-terms.ts";
import { findCase } from "../cases/find-case.ts";
import { makeStatement } from "../specification/make-statement.ts";
import { liaisonMessages } from "../wording/liaison-messages.ts";
import { expectedDetails } from "./expected-details.ts";
import { firstQuestions } from "./opening.ts";
import { suggestQuestions } from "./suggest-questions.ts";
import { toldFacts } from "./told-facts.ts";

const messages = liaisonMessages("en");
const { say } = messages;

interface Scene {
  readonly said: readonly string[];
  readonly asked?: readonly string[];
  readonly cases?: readonly KnownCase[];
}

function suggested({ said, asked = [], cases = [] }: Scene) {
  const statements = said.map((text) => makeStatement(text, "msg_1"));
  const [goal] = statements;
  const text = goal?.said ?? "";
  const details = expectedDetails({
    found: findCase(text, ""),
    cases,
    said: said.join("\n"),
    terms: caseTerms(text),
    messages,
  });
  const facts = toldFacts(statements, goal);
  return suggestQuestions({ details, facts, asked, contradictions: [], first: [], most: 6, say });
}

const topicsOf = (scene: Scene) => suggested(scene).map(({ topic }) => topic);
const DASHBOARD = "I need a sales dashboard";

test("a dashboard is asked for its figures, readers, period and charts first", () => {
  expect(topicsOf({ said: [DASHBOARD] }).slice(0, 4)).toEqual([
    "metrics",
    "audience",
    "period",
    "visuals",
  ]);
});

test("questions come by what they are worth, at most six, each with a reason", () => {
  const questions = suggested({ said: ["Plan a trip to Paris"] });
  const values = questions.map(({ value }) => value);
  expect(questions).toHaveLength(6);
  expect(values).toEqual([...values].sort((one, other) => other - one));
  for (const { why, question } of questions) {
    expect(why).toBeTruthy();
    expect(question).toMatch(/\?$/);
  }
});

test("nothing that was said is asked", () => {
  const topics = topicsOf({
    said: [DASHBOARD, "It covers last quarter", "It is for executives", "Show revenue and units"],
  });
  expect(topics).not.toContain("period");
  expect(topics).not.toContain("audience");
  expect(topics).not.toContain("metrics");
});

test("nothing that was asked is asked again, in other words neither", () => {
  const topics = topicsOf({ said: [DASHBOARD], asked: ["time frame for the figures", "readers"] });
  expect(topics).not.toContain("period");
  expect(topics).not.toContain("audience");
});

const known = (over: Partial<KnownCase>): KnownCase => ({
  terms: caseTerms(DASHBOARD),
  topic: "currency",
  question: "Which currency?",
  options: ["EUR", "USD"],
  isAnswered: true,
  ...over,
});

test("what was asked about such tasks here and answered is asked", () => {
  const question = suggested({ said: [DASHBOARD], cases: [known({})] }).find(
    ({ topic }) => topic === "currency",
  );
  expect(question).toMatchObject({ question: "Which currency?", options: ["EUR", "USD"] });
});

test("what people left to us is asked later, what they answered sooner", () => {
  const placeOf = (isAnswered: boolean) =>
    topicsOf({
      said: [DASHBOARD],
      cases: [known({ topic: "visuals", isAnswered })],
    }).indexOf("visuals");
  expect(placeOf(true)).toBe(0);
  expect(placeOf(false)).toBe(3);
});

test("other tasks of the deployment change nothing", () => {
  const cases = [known({ terms: caseTerms("translate a letter into French") })];
  expect(topicsOf({ said: [DASHBOARD], cases })).toEqual(topicsOf({ said: [DASHBOARD] }));
});

test("without a goal the goal is asked, and each contradiction is", () => {
  const contradiction = {
    words: "You said both.",
    topic: "how often",
    kind: "frequency" as const,
    options: ["weekly", "monthly"],
  };
  const questions = suggestQuestions({
    details: [],
    facts: toldFacts([], undefined),
    asked: [],
    most: 6,
    first: firstQuestions(
      undefined,
      { found: undefined, close: undefined },
      { say, isUnsure: false },
    ),
    say,
    contradictions: [contradiction],
  });
  expect(questions.map(({ topic }) => topic)).toEqual(["task", "how often"]);
  expect(questions[1]?.options).toEqual(["weekly", "monthly"]);
});
