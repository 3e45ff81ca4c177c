import { expect, test } from "vitest";
import { provenSeed, volumeOf } from "../../scripts/proofs/proofs.ts";
import { runUpkeep } from "./harness/upkeep/run-upkeep.ts";
import { describeUpkeep } from "./harness/upkeep/upkeep-summary.ts";

const CYCLES = volumeOf("crash-upkeep");

test(`backups, restores, drills, upgrades and exports that ${CYCLES} kills have cut off leave nothing half, nothing over, and can be done again`, {
  timeout: 600_000,
}, async () => {
  const result = await runUpkeep({ cycles: CYCLES, seed: provenSeed() });
  expect(result.violations, describeUpkeep(result)).toEqual([]);
  console.log(describeUpkeep(result));
});
