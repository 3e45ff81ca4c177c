import { expect, test } from "vitest";
import { provenSeed, volumeOf } from "../../../scripts/proofs/proofs.ts";
import { describeErasures } from "../../crash/harness/erasure/erasure-summary.ts";
import { runErasures } from "../../crash/harness/erasure/run-erasures.ts";
import { takeVolume } from "../../support/share.ts";

const CYCLES = volumeOf("crash-erasure-nodes");

takeVolume("crash-erasure-nodes");

test(`an erasure at a node that ${CYCLES} kills have cut off can be said again, takes all that is left, and nothing else`, {
  timeout: 600_000,
}, async () => {
  const result = await runErasures({ cycles: CYCLES, seed: provenSeed(), isPostgres: true });
  expect(result.violations, describeErasures(result)).toEqual([]);
  console.log(describeErasures(result));
});
