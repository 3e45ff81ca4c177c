import { expect, test } from "vitest";
import { describeHost } from "../../crash/harness/host/host-summary.ts";
import { runHostCycles } from "../../crash/harness/host/run-host.ts";

const CYCLES = 25;

test(`${CYCLES} kills of two hosts and their nodes lose no question, go on from each once, and run nothing twice`, {
  timeout: 600_000,
}, async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const result = await runHostCycles({ cycles: CYCLES, seed, isPostgres: true });
  expect(result.violations, describeHost(result)).toEqual([]);
  expect(result.continuations).toBeGreaterThan(0);
  console.log(describeHost(result));
});
