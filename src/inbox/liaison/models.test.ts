import { describe, expect, test } from "vitest";
import { partsOf } from "./exchange-parts.ts";
import { exchangeIn, liaisonWith, specificationOf } from "./sample-liaison.ts";
import { versionsOf } from "./versions.ts";
import { confidenceSentence } from "./words.ts";

describe("versions", () => {
  test("stand newest first, each with the one before it of its own task", () => {
    const liaison = liaisonWith({
      specifications: [specificationOf(1, 1), specificationOf(1, 2)],
      published: 2,
    });
    expect(versionsOf(liaison).map(({ label, former }) => [label, former?.version])).toEqual([
      ["Version 2, published", 1],
      ["Version 1", undefined],
    ]);
  });

  test("of a former task are told from those of the task of now, and are not published", () => {
    const begun = { to: "problem_definition", at: "2026-11-24T09:00:00.000Z", reason: "" } as const;
    const liaison = liaisonWith({
      phase_transitions: [
        { ...begun, round: 1 },
        { ...begun, round: 2 },
      ],
      specifications: [specificationOf(1, 1), specificationOf(2, 1)],
      published: 1,
    });
    expect(versionsOf(liaison).map(({ label, former }) => [label, former])).toEqual([
      ["Task 2, version 1, published", undefined],
      ["Task 1, version 1", undefined],
    ]);
  });
});

test("what was said is parted where the phase or the round changes", () => {
  const said = [
    exchangeIn("problem_definition", 0),
    exchangeIn("problem_definition", 1),
    exchangeIn("feedback_collection", 2),
    exchangeIn("feedback_collection", 3, 2),
  ];
  expect(
    partsOf(said).map(({ phase, round, exchanges }) => [phase, round, exchanges.length]),
  ).toEqual([
    ["problem_definition", 1, 2],
    ["feedback_collection", 1, 1],
    ["feedback_collection", 2, 1],
  ]);
});

test("the line of confidence is said in words too", () => {
  const at = "2026-11-24T09:00:00.000Z";
  const points = [0.42, 0.6, 0.86].map((score, index) => ({ at, score, version: index + 1 }));
  expect(confidenceSentence(points)).toBe(
    "Confidence went from 42\u00a0% to 86\u00a0% over 3 versions.",
  );
});
