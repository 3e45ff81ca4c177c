import { expect, test } from "vitest";
import { aToldLiaison } from "../../testing/liaison-values.ts";
import { erasedLiaison } from "./liaison-erased.ts";

const AT = "2026-02-01T00:00:00.000Z";

test("no word of a conversation is left once it is erased", () => {
  const text = JSON.stringify(erasedLiaison(aToldLiaison(), AT));
  expect(JSON.stringify(aToldLiaison())).toContain("canary");
  expect(text).not.toContain("canary");
});

test("ids, times, phases and scores stay", () => {
  const told = aToldLiaison();
  const erased = erasedLiaison(told, AT);
  expect(erased).toMatchObject({
    id: told.id,
    person: told.person,
    phase: told.phase,
    round: told.round,
    confidence_history: told.confidence_history,
    outcomes: told.outcomes,
  });
  expect(erased.exchanges.map(({ id, timestamp }) => [id, timestamp])).toEqual(
    told.exchanges.map(({ id, timestamp }) => [id, timestamp]),
  );
  const [feedback] = erased.feedback;
  expect(feedback?.metrics.dimension_feedback.map(({ score }) => score)).toEqual([0.2]);
  // What was learnt of a requirement stays, under a name that says nothing of its words.
  const [requirement] = feedback?.metrics.requirement_feedback ?? [];
  const [former] = told.feedback[0]?.metrics.requirement_feedback ?? [];
  expect(requirement).toMatchObject({ score: former?.score, confidence: former?.confidence });
  expect(requirement?.requirement_id).toMatch(/^rqm_\d+$/);
  expect(erased.specifications.map(({ version }) => version)).toEqual([1, 2]);
});

test("a side that has its name from the person's words loses it, others keep theirs", () => {
  const told = aToldLiaison();
  const [round] = told.feedback;
  const [side] = round?.metrics.dimension_feedback ?? [];
  if (round === undefined || side === undefined) throw new Error("Nothing was told.");
  const dimension_feedback = [side, { ...side, dimension: "uncle's speech" }];
  const feedback = [{ ...round, metrics: { ...round.metrics, dimension_feedback } }];
  const [erased] = erasedLiaison({ ...told, feedback }, AT).feedback;
  expect(erased?.metrics.dimension_feedback.map(({ dimension }) => dimension)).toEqual([
    "accessibility",
    "side 2",
  ]);
});

test("what is erased owes no turn, has no salt, and is a version of its own", () => {
  const told = aToldLiaison({ dueAt: AT });
  const erased = erasedLiaison(told, AT);
  expect(erased).not.toHaveProperty("dueAt");
  expect(erased).toMatchObject({ salt: "", erasedAt: AT, version: told.version + 1 });
});
