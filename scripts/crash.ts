import { parseArgs } from "node:util";
import {
  describeErasures,
  erasureJsonLine,
  erasureSumsOf,
} from "../test/crash/harness/erasure/erasure-summary.ts";
import { runErasures } from "../test/crash/harness/erasure/run-erasures.ts";
import { describeHost, hostJsonLine, hostSumsOf } from "../test/crash/harness/host/host-summary.ts";
import { runHostCycles } from "../test/crash/harness/host/run-host.ts";
import { describeHub, hubJsonLine, hubSumsOf } from "../test/crash/harness/hub/hub-summary.ts";
import { runHubCycles } from "../test/crash/harness/hub/run-hub.ts";
import { HARMS, type Harm } from "../test/crash/harness/nodes/plan.ts";
import { runNodeCycles } from "../test/crash/harness/nodes/run-nodes.ts";
import { type Progress, runCrashCycles } from "../test/crash/harness/run-cycles.ts";
import { describe, jsonLine, sumsOf } from "../test/crash/harness/summary.ts";
import { runUpkeep } from "../test/crash/harness/upkeep/run-upkeep.ts";
import {
  describeUpkeep,
  upkeepJsonLine,
  upkeepSumsOf,
} from "../test/crash/harness/upkeep/upkeep-summary.ts";
import buildPrograms from "../test/support/global-build.ts";

/*
 * Kills and restarts a server, any number of times: npm run crash -- --cycles 1000 --seed 7
 * Two nodes over a PostgreSQL, harmed in all ways or in one:
 * npm run crash -- --postgres --cycles 1000 --kill node|backend|server|cut
 * Servers whose channels lead to fakes of Slack, Telegram and a webhook:
 * npm run crash -- --hub --cycles 1000 --seed 7
 * A host and its server, or two of each over a PostgreSQL, while sessions run:
 * npm run crash -- --host --cycles 1000 --seed 7 [--postgres]
 * A server that erases what names somebody, over a file or a PostgreSQL:
 * npm run crash -- --erasure --cycles 100 --seed 7 [--postgres]
 * What keeps a record: a backup, a restore, a drill, the upgrade of a store, an export:
 * npm run crash -- --upkeep --cycles 100 --seed 7
 */
const REPORT_EVERY_MS = 5_000;

const { values } = parseArgs({
  options: {
    cycles: { type: "string", default: "100" },
    postgres: { type: "boolean", default: false },
    hub: { type: "boolean", default: false },
    host: { type: "boolean", default: false },
    erasure: { type: "boolean", default: false },
    upkeep: { type: "boolean", default: false },
    kill: { type: "string" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
const cycles = wholeNumber("cycles", values.cycles);
const seed = wholeNumber("seed", values.seed);

const harms = harmsOf(values.kill);

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

function harmsOf(name: string | undefined): readonly Harm[] {
  if (name === undefined) return HARMS;
  const found = HARMS.filter((harm) => harm === name);
  if (found.length > 0 && values.postgres) return found;
  console.error(
    values.postgres
      ? `--kill takes ${HARMS.join(", ")}, not "${name}".`
      : "--kill goes with --postgres: over SQLite there is one server to kill.",
  );
  process.exit(2);
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  console.error(`--${name} takes a whole number from 1, not "${text}".`);
  process.exit(2);
}

await buildPrograms();
console.error(`${cycles} cycles with seed ${seed}`);
const options = { cycles, seed, onCycle, signal: interrupted.signal };
if (values.upkeep) {
  const result = await runUpkeep(options);
  console.error(describeUpkeep(result));
  console.log(upkeepJsonLine(result));
  conclude(upkeepSumsOf(result));
} else if (values.erasure) {
  const result = await runErasures({ ...options, isPostgres: values.postgres });
  console.error(describeErasures(result));
  console.log(erasureJsonLine(result, values.postgres ? "crash.erasure.nodes" : "crash.erasure"));
  conclude(erasureSumsOf(result));
} else if (values.host) {
  const result = await runHostCycles({ ...options, isPostgres: values.postgres });
  console.error(describeHost(result));
  console.log(hostJsonLine(result));
  conclude(hostSumsOf(result));
} else if (values.hub) {
  const result = await runHubCycles(options);
  console.error(describeHub(result));
  console.log(hubJsonLine(result));
  conclude(hubSumsOf(result));
} else {
  const result = values.postgres
    ? await runNodeCycles({ ...options, harms })
    : await runCrashCycles(options);
  console.error(describe(result));
  console.log(jsonLine(result, values.postgres ? "crash.postgres" : "crash"));
  conclude(sumsOf(result));
}

function conclude({ violations }: { readonly violations: number }): void {
  process.exitCode = violations === 0 ? 0 : 1;
}
