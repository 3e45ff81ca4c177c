import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { secondsOfChildren } from "../../scripts/processor-seconds.ts";
import { casesOf, provenSeed } from "../../scripts/proofs/proofs.ts";
import { NO_STATE } from "./cli.ts";
import { DATABASE_MADE, TERMINAL_OPENED } from "./counted.ts";
import "./built-threads.ts";

/* What holds for every test file. */

// Every run of the tests uses the same cases; a new one that is found becomes a test of its own.
fc.configureGlobal({ seed: provenSeed(), numRuns: casesOf(100) });

delete process.env["EARSHOT_DATA"];
process.env["XDG_STATE_HOME"] = NO_STATE;

const file = relative(process.cwd(), expect.getState().testPath ?? "");

// Every process that a test starts inherits its name, so scripts/test.ts can tell which test it
// belongs to.
beforeAll(() => {
  process.env["EARSHOT_TEST_NAME"] = file;
});
beforeEach(({ task }) => {
  process.env["EARSHOT_TEST_NAME"] = `${file} > ${task.name}`;
});

/** The file in which `npm run test:times` collects what each test file starts. */
const { EARSHOT_TEST_TIMES: folder } = process.env;
if (folder !== undefined) countInto(folder);

function countInto(target: string): void {
  const counts = { processes: 0, servers: 0, databases: 0 };
  const before = processorSeconds();
  const add = (what: keyof typeof counts) => () => {
    counts[what] += 1;
  };
  const listeners: Readonly<Record<string, (message: unknown) => void>> = {
    // Once it is spawned: what Node tells of it earlier has no arguments yet.
    "tracing:child_process.spawn:end"(message) {
      const { spawnargs = [] } = (message as { process: { spawnargs?: string[] } }).process;
      counts.processes += 1;
      if (spawnargs.includes("start") || spawnargs.some((one) => one.includes("-main."))) {
        counts.servers += 1;
      }
    },
    "tracing:net.server.listen:asyncStart": add("servers"),
    [TERMINAL_OPENED]: add("processes"),
    [DATABASE_MADE]: add("databases"),
  };
  for (const [name, listener] of Object.entries(listeners)) subscribe(name, listener);
  afterAll(() => {
    for (const [name, listener] of Object.entries(listeners)) unsubscribe(name, listener);
    const processor = processorSeconds() - before;
    const line = JSON.stringify({ file, ...counts, processor });
    writeFileSync(join(target, `${randomUUID()}.json`), line);
  });
}

/** What this worker and the processes that it has waited for have taken, where the system tells that. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + secondsOfChildren();
}
