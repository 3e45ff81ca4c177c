import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/*
 * npm test [-- arguments of vitest]
 * All tests, and then a look whether a process that one of them started is still there: it is named with
 * its test and ended, and the run has failed. The look needs /proc; other systems say that they have none.
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** What is being ended may take a moment. */
const GRACE_MS = 5_000;
const run = `${process.pid}-${Date.now()}`;

const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
const child = spawn(process.execPath, [vitest, "run", ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, EARSHOT_TEST_RUN: run },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
const [code] = await once(child, "exit");
const strays = await straysOf(run);
for (const { pid, command, test } of strays) {
  console.error(`Still there, process ${pid} of ${test}: ${command}`);
  process.kill(pid, "SIGKILL");
}
process.exitCode = strays.length > 0 ? 1 : (code ?? 1);

interface Stray {
  readonly pid: number;
  readonly command: string;
  /** The test that started it. */
  readonly test: string;
}

async function straysOf(mark: string): Promise<readonly Stray[]> {
  if (!existsSync("/proc/self/environ")) {
    console.log("Whether processes are left was not looked at: this system has no /proc.");
    return [];
  }
  const deadline = Date.now() + GRACE_MS;
  for (;;) {
    const found = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => strayIn(pid, mark));
    if (found.length === 0 || Date.now() > deadline) return found;
    await pause(100);
  }
}

function strayIn(pid: string, mark: string): readonly Stray[] {
  const variables = readParts(`/proc/${pid}/environ`);
  if (!variables.includes(`EARSHOT_TEST_RUN=${mark}`)) return [];
  const command = readParts(`/proc/${pid}/cmdline`).join(" ").trim();
  // One that has ended and waits for its parent to look has no command line.
  if (command === "") return [];
  const name = "EARSHOT_TEST_NAME=";
  const test = variables.find((one) => one.startsWith(name))?.slice(name.length) ?? "no test";
  return [{ pid: Number(pid), command, test }];
}

/** Nothing where the process has ended meanwhile, or is somebody else's. */
function readParts(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").split("\0");
  } catch {
    return [];
  }
}
