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
  const said = "Värit on vaikea erottaa toisistaan enkä löydä mistään oikeita lukuja.";
  const { language, metrics, isThin, follow_up, verdict } = await read(said);
  expect(language).toMatchObject({ isUnderstood: false });
  expect(metrics.interpretation_confidence).toBeLessThanOrEqual(0.3);
  expect(verdict).toBeUndefined();
  expect(isThin).toBe(true);
  expect(follow_up).toHaveLength(1);
});

test.for([
  ["Sieht gut aus, aber die Summen stimmen nicht.", "needs_improvement"],
  ["So nehme ich das, danke.", "accepted"],
  ["Ich schaue es mir morgen an.", undefined],
  ["No me gusta nada, hazlo de nuevo.", "rejected"],
  ["Está perfecto, no cambies nada.", "accepted"],
  ["Le tableau est clair, mais il manque les sources.", "needs_improvement"],
  ["D'où vient ce chiffre ?", undefined],
  ["Va bene così, grazie.", "accepted"],
  ["Manca la data e il titolo è sbagliato.", "needs_improvement"],
  ["Está aprovado, obrigado.", "accepted"],
  ["Ik heb het nog niet gelezen.", undefined],
  ["De cijfers kloppen niet.", "needs_improvement"],
  ["Bardzo ładne, ale brakuje ceny.", "needs_improvement"],
  ["これで大丈夫です。ありがとうございます。", "accepted"],
  ["日付が間違っています。直してください。", "needs_improvement"],
  ["很好，就用这个。", "accepted"],
  ["价格不对，请改成三十元。", "needs_improvement"],
] as const)("%j is read as %s", async ([said, verdict]) => {
  expect((await read(said)).verdict).toBe(verdict);
});

test("sides that are praised and blamed in one breath are told apart by what was learned", async () => {
  const { metrics } = await read("The numbers are right and the tone wrong.");
  const scores = Object.fromEntries(
    metrics.dimension_feedback.map(({ dimension, score }) => [dimension, score]),
  );
  expect(scores["accuracy"]).toBeGreaterThan(0.5);
  expect(scores["tone"]).toBeLessThan(0.5);
});
