import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { provenSeed, volumeOf } from "../../../scripts/proofs/proofs.ts";
import { HARMS } from "../../crash/harness/nodes/plan.ts";
import { runNodeCycles } from "../../crash/harness/nodes/run-nodes.ts";
import { describe as describeRun } from "../../crash/harness/summary.ts";

const CYCLES = volumeOf("crash-nodes");

test(`${CYCLES} harms to two nodes and to PostgreSQL lose nothing that was acknowledged and do nothing twice`, {
  timeout: 300_000,
}, async () => {
  const result = await runNodeCycles({ cycles: CYCLES, seed: provenSeed() });
  if (result.dataFolder !== undefined) rmSync(result.dataFolder, { recursive: true });
  expect(result.ledger.violations, describeRun(result)).toEqual([]);
  expect(result.ledger.acknowledged()).toBeGreaterThan(CYCLES);
  for (const harm of HARMS) expect(result.kills[harm], describeRun(result)).toBeGreaterThan(0);
  console.log(describeRun(result));
});
