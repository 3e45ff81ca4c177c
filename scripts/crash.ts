import { parseArgs } from "node:util";
import { type Progress, runCrashCycles } from "../test/crash/harness/run-cycles.ts";
import { describe, jsonLine } from "../test/crash/harness/summary.ts";

/* Kills and restarts a server, any number of times: npm run crash -- --cycles 1000 --seed 7 */
const REPORT_EVERY_MS = 5_000;

const { values } = parseArgs({
  options: {
    cycles: { type: "string", default: "100" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
const cycles = wholeNumber("cycles", values.cycles);
const seed = wholeNumber("seed", values.seed);

const interrupted = new AbortController();
process.once("SIGINT", () => interrupted.abort());
const begun = Date.now();
let reported = begun;

function onCycle({ cycle, acknowledged, violations }: Progress): void {
  if (Date.now() - reported < REPORT_EVERY_MS) return;
  reported = Date.now();
  const elapsed = (reported - begun) / 1_000;
  const left = (elapsed / cycle) * (cycles - cycle);
  console.error(
    `cycle ${cycle} of ${cycles}, ${(cycle / elapsed).toFixed(1)} a second, ${acknowledged} acknowledged, ${violations} violations; ${timeOf(elapsed)} gone, ${timeOf(left)} left`,
  );
}

function timeOf(seconds: number): string {
  return seconds < 90 ? `${seconds.toFixed(0)} s` : `${(seconds / 60).toFixed(1)} min`;
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  console.error(`--${name} takes a whole number from 1, not "${text}".`);
  process.exit(2);
}

console.error(`${cycles} cycles with seed ${seed}`);
const result = await runCrashCycles({ cycles, seed, onCycle, signal: interrupted.signal });
console.error(describe(result));
console.log(jsonLine(result));
process.exitCode = result.ledger.violations.length === 0 ? 0 : 1;
