import { expect, test } from "vitest";
import type { Clarification, Exchange } from "../../src/domain/liaison/liaison.ts";
import { defineEmbedded } from "../../src/liaison/embedded-define.ts";
import { MAX_STATEMENTS } from "../../src/liaison/text/limits.ts";
import type { DefineInput, Definition } from "../../src/ports/model/understanding.ts";

const NOW = "2026-11-24T10:00:00.000Z";

const exchange = (role: Exchange["role"], content: string, index: number): Exchange => ({
  id: `msg_${index}`,
  role,
  content,
  timestamp: NOW,
  phase: "problem_definition",
  round: 1,
});
const inputOf = (...said: string[]): DefineInput => ({
  exchanges: said.map((text, index) => exchange("human", text, index)),
  clarifications: [],
  now: NOW,
  cases: [],
});
const define = (...said: string[]) => defineEmbedded(inputOf(...said));
const ids = ({ specification }: Definition) =>
  specification.requirements.map(({ id }) => id).sort();
const texts = ({ specification }: Definition) =>
  specification.requirements.map(({ description }) => description);

const SENTENCES = [
  "I need a sales dashboard.",
  "It should show revenue, units and margin.",
  "It must be filterable by region.",
  "No pie charts.",
  "The executives must be able to read it on a phone.",
];

test.each([
  [
    "I need a sales dashboard for last quarter",
    "Could you build me a sales dashboard for last quarter?",
  ],
  ["I need a report for the sales team", "Please write a report for the sales team"],
  [
    "Plan a trip to Rome for two adults for 5 days",
    "I'd like a 5 days trip to Rome for two adults",
  ],
  ["Make a weekly report for executives", "We want a report every week, aimed at executives"],
])("a paraphrase tells the same details: %s", async (one, other) => {
  const kinds = async (text: string) =>
    Object.keys((await define(text)).specification.context).sort();
  expect(await kinds(other)).toEqual(await kinds(one));
});

test("the order of sentences does not change what is wanted", async () => {
  const first = await define(SENTENCES.join(" "));
  expect(first.specification.requirements.length).toBeGreaterThan(2);
  for (let turn = 1; turn < SENTENCES.length; turn++) {
    const turned = [...SENTENCES.slice(turn), ...SENTENCES.slice(0, turn)];
    const other = await define(turned.join(" "));
    expect(ids(other)).toEqual(ids(first));
    expect([...other.specification.constraints].sort()).toEqual(
      [...first.specification.constraints].sort(),
    );
  }
});

test.each([
  ["Use pie charts.", "Don't use pie charts."],
  ["Mention the prices.", "Do not mention the prices."],
  ["Include a map.", "No need for a map."],
])("denied, “%s” is no requirement but a limit", async (wish, denial) => {
  const wished = await define(`I need a sales report. ${wish}`);
  const denied = await define(`I need a sales report. ${denial}`);
  expect(wished.specification.requirements).toHaveLength(2);
  expect(denied.specification.requirements).toHaveLength(1);
  const { constraints, context } = denied.specification;
  expect([...constraints, ...((context["non_goals"] as string[] | undefined) ?? [])]).toHaveLength(
    1,
  );
});

test.each([
  "Thanks!",
  "Great work!",
  "You are very helpful.",
  "Hi there!",
  "Thank you so much for your help.",
])("“%s” changes nothing that is wanted", async (praise) => {
  const plain = await define(SENTENCES.join(" "));
  for (const said of [`${praise} ${SENTENCES.join(" ")}`, `${SENTENCES.join(" ")} ${praise}`]) {
    const praised = await define(said);
    expect(texts(praised)).toEqual(texts(plain));
    expect(praised.specification.constraints).toEqual(plain.specification.constraints);
    expect(praised.specification.context).toEqual(plain.specification.context);
  }
});

test("the same words in one message or in several are wanted the same", async () => {
  expect(ids(await define(...SENTENCES))).toEqual(ids(await define(SENTENCES.join(" "))));
});

test("the same input gives the same output", async () => {
  const input = inputOf(...SENTENCES, "make it for customers instead");
  expect(await defineEmbedded(input)).toEqual(await defineEmbedded(input));
});

/** Whoever answers with the default option, and now and then with nothing that helps. */
function replyTo(open: readonly Clarification[], turn: number): string {
  if (turn % 3 === 2) return "hmm, let me think";
  return open.map(({ topic, options }) => `${topic}: ${options[0] ?? "blue"}`).join("\n");
}

test.each([
  "I need a sales dashboard",
  "Plan a trip to Paris",
  "Find me some books",
  "I need a logo for my bakery",
  "fix the login bug",
])("over a whole conversation nothing is asked twice: %s", async (wish) => {
  const exchanges = [exchange("human", wish, 0)];
  let clarifications: readonly Clarification[] = [];
  for (let turn = 0; turn < 6; turn++) {
    const { suggested_questions, answered } = await defineEmbedded({
      exchanges,
      clarifications,
      now: NOW,
      cases: [],
    });
    clarifications = clarifications.map((one) => ({
      ...one,
      ...(one.status === "open" && answered.find(({ topic }) => topic === one.topic)),
    }));
    const questions = suggested_questions.slice(0, 2);
    for (const { topic, question } of questions) {
      expect(clarifications.map((one) => one.topic)).not.toContain(topic);
      expect(clarifications.map((one) => one.question)).not.toContain(question);
    }
    const asked = exchange("assistant", "…", exchanges.length);
    exchanges.push(asked);
    const fresh = questions.map((one) => ({ ...one, status: "open", asked_in: asked.id }) as const);
    clarifications = [...clarifications, ...fresh];
    const open = clarifications.filter(({ status }) => status === "open");
    exchanges.push(exchange("human", replyTo(open, turn), exchanges.length));
  }
  expect(clarifications.length).toBeGreaterThan(2);
});

test.each([
  ["words", "I need a dashboard and a map. "],
  ["one sentence", "for the team and "],
  ["marks", "!?"],
  ["brackets", '{[("'],
  ["lines", "- item\n"],
  ["spaces", " \t\n"],
  ["names of what every object has", "constructor: __proto__. "],
  ["thanks", "thanks so much "],
  ["numbers", "1. 2. 3) "],
])("100,000 characters of %s stay within the limits", async (_, piece) => {
  const text = piece.repeat(Math.ceil(100_000 / piece.length)).slice(0, 100_000);
  const { specification, suggested_questions } = await define("I need a sales report", text, text);
  expect(specification.requirements.length).toBeLessThanOrEqual(MAX_STATEMENTS);
  expect(JSON.stringify(specification).length).toBeLessThan(100_000);
  expect(suggested_questions.length).toBeLessThanOrEqual(6);
});
