import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { provenSeed, volumeOf } from "../../scripts/proofs/proofs.ts";
import { programOf } from "../support/built-programs.ts";
import { runCrashCycles } from "./harness/run-cycles.ts";
import { boundOf, describe as describeRun } from "./harness/summary.ts";

const CYCLES = volumeOf("crash");
const FAULTS_SEEN = volumeOf("faults-crash");

test(`${CYCLES} kills lose nothing that was acknowledged and do nothing twice`, {
  timeout: 300_000,
}, async () => {
  const result = await runCrashCycles({ cycles: CYCLES, seed: provenSeed() });
  expect(result.ledger.violations, describeRun(result)).toEqual([]);
  const { acknowledged } = result.ledger;
  expect(acknowledged()).toBeGreaterThan(CYCLES);
  console.log(describeRun(result));
});

test("no violation in 10,000 cycles means fewer than 0.03 % with 95 % confidence", () => {
  expect(boundOf(10_000)).toBeCloseTo(0.0003);
  // The meaning of the rule of three: at that rate, such a run would have a chance of 1 in 20.
  expect((1 - boundOf(10_000)) ** 10_000).toBeCloseTo(0.05, 2);
});

/**
 * What the harness must report about a server with this fault. Chance decides which consequence
 * shows first; no other kind of fault would cause any of these. `npm test` takes the first ones.
 */
const FAULTS = {
  forgets: /(is|are) lost|is missing|is gone|was closed by|This key is unknown/,
  "redeems twice": /ran twice/,
  "breaks the chain": /does not match its hash/,
  "commits late": /(is|are) lost|is gone|was told/,
  "commits in halves": /without an event|and nothing else|not in the log/,
  "ignores versions": /closed twice|was closed by|was done twice|is not that of the content/,
  "ignores keys": /was done twice|a key for/,
  "leaves waiting": /a wait for req_\w+ has come to no end/,
};

test.for(Object.entries(FAULTS).slice(0, FAULTS_SEEN))(
  "the harness sees a server that %s",
  { timeout: 120_000 },
  async ([fault, expected]) => {
    const result = await runCrashCycles({
      // A wait is checked only in the last cycle, when the crowd comes to rest.
      cycles: fault === "leaves waiting" ? 2 : 50,
      seed: 1,
      main: { url: programOf("sabotaged-main"), args: [fault] },
      until: expected,
      settleWithinMs: 5_000,
    });
    if (result.dataFolder !== undefined) rmSync(result.dataFolder, { recursive: true });
    const found = result.ledger.violations.map(({ what }) => what);
    expect(found).toContainEqual(expect.stringMatching(expected));
  },
);
