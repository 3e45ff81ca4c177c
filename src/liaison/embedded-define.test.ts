import { expect, test } from "vitest";
import type { Exchange } from "../domain/liaison/liaison.ts";
import { defineEmbedded, intentEmbedded } from "./embedded-define.ts";

const NOW = "2026-11-24T10:00:00.000Z";
const exchange = (role: Exchange["role"], content: string, index: number): Exchange => ({
  id: `msg_${index}`,
  role,
  content,
  timestamp: NOW,
  phase: "problem_definition",
  round: 1,
});

test("with what was learned a bare wish is insufficient, and an answered one sufficient", async () => {
  const exchanges = [exchange("human", "I need a sales dashboard", 0)];
  const bare = await defineEmbedded({ exchanges, clarifications: [], now: NOW, cases: [] });
  expect(bare.specification.confidence.score).toBeLessThan(0.5);
  expect(bare.suggested_questions.slice(0, 4).map(({ topic }) => topic)).toEqual([
    "metrics",
    "audience",
    "period",
    "visuals",
  ]);
  const asked = bare.suggested_questions
    .slice(0, 4)
    .map((one) => ({ ...one, status: "open", asked_in: "msg_1" }) as const);
  const answer = "revenue, units and margin, for executives, last quarter, bar and line charts";
  const answered = await defineEmbedded({
    exchanges: [...exchanges, exchange("assistant", "…", 1), exchange("human", answer, 2)],
    clarifications: asked,
    now: NOW,
    cases: [],
  });
  expect(answered.answered).toHaveLength(4);
  expect(answered.is_sufficient).toBe(true);
});

test("the intent is read without a conversation", async () => {
  expect(await intentEmbedded({ text: "never mind", task: undefined, hasResult: false })).toBe(
    "withdraw",
  );
});

const told = (...messages: readonly string[]) =>
  defineEmbedded({
    exchanges: messages.map((content, index) => exchange("human", content, index)),
    clarifications: [],
    now: NOW,
    cases: [],
  });

test("what was begun under a name keeps it while its words stand", async () => {
  const first = "My washing machine does not drain. It is a Bosch.";
  const { specification } = await told(first);
  const former = { ...specification, id: "task_1", version: 1 };
  const exchanges = [
    exchange("human", first, 0),
    exchange("assistant", "…", 1),
    exchange("human", "I want to know what I can check myself.", 2),
  ];
  const next = await defineEmbedded({ exchanges, clarifications: [], former, now: NOW, cases: [] });
  expect(next.specification.title).toBe(specification.title);
});

test.for([
  "Is this a real person? I need a poem for my dad.",
  "What are you? I need a poem for my dad.",
])("who answers is no part of the task: %j", async (said) => {
  const { specification } = await told(said);
  expect(specification.requirements.map(({ description }) => description).join("\n")).not.toMatch(
    /person|what are you/i,
  );
});

test("a text about a dog is no matter of its keeping", async () => {
  const { suggested_questions } = await told(
    "We have a dog bakery and need text for our landing page",
  );
  expect(suggested_questions.map(({ question }) => question).join("\n")).not.toMatch(/animal/i);
});

test.for([
  "Start now, no more questions.",
  "Dont ask me stuff just do it",
  "Frag nicht lang, leg los.",
])("%j lets it begin", async (said) => {
  const { wantsToProceed } = await told(`A packing list for 5 days in February. ${said}`);
  expect(wantsToProceed).toBe(true);
});
