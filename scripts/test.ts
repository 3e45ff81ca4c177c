import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/*
 * npm test [-- arguments of vitest]
 * All tests, and then a look whether a process that one of them started is still there: it is named with
 * its test and ended, and the run has failed. The look needs /proc; other systems say that they have none.
 *
 * Where this system has room in memory, the folders of tests lie there: they are written to a disk thousands
 * of times, and a program that is killed loses nothing that it wrote either way.
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** A process that is being ended may take a moment. */
const GRACE_MS = 5_000;
/** More than the tests have ever had at once, servers of PostgreSQL included. */
const ROOM_BYTES = 6 * 2 ** 30;
const MEMORY = "/dev/shm";
const run = `${process.pid}-${Date.now()}`;
const PREFIX = "earshot-tests-";
const folder = makeFolder();

const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
const child = spawn(process.execPath, [vitest, "run", ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, EARSHOT_TEST_RUN: run, TMPDIR: folder },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
const [code] = await once(child, "exit");
const strays = await straysOf(run);
for (const { pid, command, test } of strays) {
  console.error(`Still there, process ${pid} of ${test}: ${command}`);
  process.kill(pid, "SIGKILL");
}
rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
process.exitCode = strays.length > 0 ? 1 : (code ?? 1);

/** The name says which run it belongs to: what a killed run left is removed here. */
function makeFolder(): string {
  const parent = hasRoom() ? MEMORY : tmpdir();
  const isOver = (pid: string) => existsSync("/proc") && !existsSync(`/proc/${pid}`);
  const folders = readdirSync(parent).filter((name) => name.startsWith(PREFIX));
  for (const name of folders.filter((one) => isOver(one.slice(PREFIX.length)))) {
    rmSync(join(parent, name), { recursive: true, force: true });
  }
  const made = join(parent, `${PREFIX}${process.pid}`);
  mkdirSync(made);
  // PostgreSQL runs as another user where this one is root.
  chmodSync(made, 0o755);
  return made;
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) > ROOM_BYTES;
}

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
  // A process that has ended but was not collected by its parent has no command line.
  if (command === "") return [];
  const name = "EARSHOT_TEST_NAME=";
  const test = variables.find((one) => one.startsWith(name))?.slice(name.length) ?? "no test";
  return [{ pid: Number(pid), command, test }];
}

/** Nothing if the process has ended meanwhile, or belongs to somebody else. */
function readParts(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").split("\0");
  } catch {
    return [];
  }
}
