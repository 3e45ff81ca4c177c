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
