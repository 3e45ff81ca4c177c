import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { provenSeed, volumeOf } from "../../scripts/proofs/proofs.ts";
import { describeHost } from "./harness/host/host-summary.ts";
import { runHostCycles } from "./harness/host/run-host.ts";

const CYCLES = volumeOf("crash-host");
const FAULTS_SEEN = volumeOf("faults-host");

test(`${CYCLES} kills of a host and its server lose no question, go on from each once, and run nothing twice`, {
  timeout: 600_000,
}, async () => {
  const result = await runHostCycles({ cycles: CYCLES, seed: provenSeed() });
  expect(result.violations, describeHost(result)).toEqual([]);
  expect(result.continuations).toBeGreaterThan(0);
  console.log(describeHost(result));
});

/** What the harness must report about hosts with this fault. `npm test` takes the first one. */
const FAULTS = {
  "runs twice": /ran 2 times, and 1 were allowed/,
  "runs late": /ran after it was done/,
};

test.for(Object.entries(FAULTS).slice(0, FAULTS_SEEN))(
  "the harness sees a host that %s",
  { timeout: 300_000 },
  async ([fault, says]) => {
    const result = await runHostCycles({ cycles: 4, seed: 5, fault });
    if (result.dataFolder !== undefined) rmSync(result.dataFolder, { recursive: true });
    const found = result.violations.map(({ what }) => what);
    expect(found).toContainEqual(expect.stringMatching(says));
  },
);
