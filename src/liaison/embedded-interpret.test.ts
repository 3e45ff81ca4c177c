import { expect, test } from "vitest";
import type { Exchange } from "../domain/liaison/liaison.ts";
import { interpretEmbedded } from "./embedded-interpret.ts";

function read(content: string) {
  const exchange: Exchange = {
    id: "msg_1",
    role: "human",
    content,
    timestamp: "2026-11-21T09:30:00.000Z",
    phase: "feedback_collection",
    round: 1,
  };
  return interpretEmbedded({ exchanges: [exchange], task: undefined, result: undefined });
}

test("words of a language that is not understood are asked about", async () => {
  const said = "Die Farben sind schwer zu unterscheiden und ich finde die Zahlen nicht.";
  const { language, metrics, isThin, follow_up } = await read(said);
  expect(language).toMatchObject({ code: "de", isUnderstood: false });
  expect(metrics.interpretation_confidence).toBeLessThanOrEqual(0.3);
  expect(isThin).toBe(true);
  expect(follow_up).toHaveLength(1);
});

test("sides that are praised and blamed in one breath are told apart by what was learned", async () => {
  const { metrics } = await read("The numbers are right and the tone wrong.");
  const scores = Object.fromEntries(
    metrics.dimension_feedback.map(({ dimension, score }) => [dimension, score]),
  );
  expect(scores["accuracy"]).toBeGreaterThan(0.5);
  expect(scores["tone"]).toBeLessThan(0.5);
});
