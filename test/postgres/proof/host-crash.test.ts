import { expect, test } from "vitest";
import { provenSeed, volumeOf } from "../../../scripts/proofs/proofs.ts";
import { describeHost } from "../../crash/harness/host/host-summary.ts";
import { runHostCycles } from "../../crash/harness/host/run-host.ts";
import { takeVolume } from "../../support/share.ts";

const CYCLES = volumeOf("crash-host-nodes");

takeVolume("crash-host-nodes");

test(`${CYCLES} kills of two hosts and their nodes lose no question, go on from each once, and run nothing twice`, {
  timeout: 600_000,
}, async () => {
  const result = await runHostCycles({ cycles: CYCLES, seed: provenSeed(), isPostgres: true });
  expect(result.violations, describeHost(result)).toEqual([]);
  expect(result.continuations).toBeGreaterThan(0);
  console.log(describeHost(result));
});
