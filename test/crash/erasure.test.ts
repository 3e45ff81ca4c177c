import { expect, test } from "vitest";
import { provenSeed, volumeOf } from "../../scripts/proofs/proofs.ts";
import { describeErasures } from "./harness/erasure/erasure-summary.ts";
import { runErasures } from "./harness/erasure/run-erasures.ts";

const CYCLES = volumeOf("crash-erasure");

test(`an erasure that ${CYCLES} kills have cut off can be said again, takes all that is left, and nothing else`, {
  timeout: 600_000,
}, async () => {
  const result = await runErasures({ cycles: CYCLES, seed: provenSeed() });
  expect(result.violations, describeErasures(result)).toEqual([]);
  expect(result.kills.a_part).toBeGreaterThan(0);
  console.log(describeErasures(result));
});
