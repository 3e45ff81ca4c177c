import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { provenSeed, volumeOf } from "../../scripts/proofs/proofs.ts";
import { programOf } from "../support/built-programs.ts";
import { describeHub } from "./harness/hub/hub-summary.ts";
import { runHubCycles } from "./harness/hub/run-hub.ts";

const CYCLES = volumeOf("crash-hub");
const FAULTS_SEEN = volumeOf("faults-hub");
const ROUNDS = 5;

test(`${CYCLES} kills lose nothing on its way to people or back, and do nothing of it twice`, {
  timeout: 600_000,
}, async () => {
  const result = await runHubCycles({ cycles: CYCLES, seed: provenSeed() });
  expect(result.ledger.violations, describeHub(result)).toEqual([]);
  expect(result.ledger.items.length).toBeGreaterThan(CYCLES / 5);
  console.log(describeHub(result));
});

/**
 * What the harness must report about a server with this fault, killed at this point. `npm test` takes
 * the first one.
 */
const FAULTS = {
  "sends unmarked": { point: "after_post", says: /twice without a word|could have been found/ },
  "ignores keys": { point: "before_ack", says: /reached the agent \d times/ },
} as const;

test.for(Object.entries(FAULTS).slice(0, FAULTS_SEEN))(
  "the harness sees a server that %s",
  { timeout: 300_000 },
  async ([fault, { point, says }]) => {
    const main = { url: programOf("sabotaged-main"), args: [fault] };
    const given = { main, cycles: 8, points: [point], settleWithinMs: 30_000 };
    const found: string[] = [];
    // If only a receiver that knows its keys is called, the fault has no visible effect.
    for (let seed = 1; seed <= ROUNDS && !found.some((what) => says.test(what)); seed++) {
      const result = await runHubCycles({ ...given, seed, kinds: ["message"] });
      if (result.dataFolder !== undefined) rmSync(result.dataFolder, { recursive: true });
      found.push(...result.ledger.violations.map(({ what }) => what));
    }
    expect(found).toContainEqual(expect.stringMatching(says));
  },
);
