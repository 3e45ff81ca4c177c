import { expect, test } from "vitest";
import { interpretEmbedded } from "../../src/liaison/embedded-interpret.ts";
import { saidOf } from "./feedback-reading.ts";

const FIRST =
  "This is mostly good, but the colors are hard to distinguish for someone with color blindness like me. Also, I was hoping to see a way to compare quarters.";
const SECOND =
  "Yes, please make those changes. The product analysis is good, but I'd also like to see regional performance more prominently displayed.";

test("the two messages about the dashboard ask for three changes, and praise the analysis", async () => {
  const exchanges = saidOf([FIRST, SECOND]);
  const { verdict, metrics } = await interpretEmbedded({
    exchanges,
    task: undefined,
    result: undefined,
  });
  expect(verdict).toBe("needs_improvement");
  expect(metrics.improvement_suggestions).toEqual([
    "Make the colors easy to distinguish with color blindness",
    "Add a way to compare quarters",
    "Make regional performance more prominently displayed",
  ]);
  const scores = Object.fromEntries(
    metrics.dimension_feedback.map(({ dimension, score }) => [dimension, score]),
  );
  expect(scores["accessibility"]).toBeLessThan(0.5);
  expect(scores["analysis"]).toBeGreaterThan(0.5);
});
