import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { environmentOfServer } from "../../compose/config.ts";
import { EarshotError } from "../../domain/errors.ts";
import { dataPaths, makeDataFolder, servingOf } from "../../system/data-folder.ts";
import { isLocked } from "../../system/lock.ts";
import type { RunContext } from "./run-context.ts";

const PATIENCE_MS = 15_000;
const POLL_MS = 50;
const FILE_MODE = 0o600;

/**
 * Returns once a server answers: the one that the environment names, the one of the data folder, or
 * one that is started there and outlives this process.
 */
export async function ensureServer(context: RunContext): Promise<void> {
  const { environment, options, signal } = context;
  if (environment.url !== undefined) return;
  const deadline = Date.now() + PATIENCE_MS;
  const starter = createStarter(context);
  while (!(await answers(options.data))) {
    signal.throwIfAborted();
    if (Date.now() > deadline) throw notStarted(options.data);
    starter.startIfNone();
    await pause(POLL_MS, undefined, { signal });
  }
  starter.endIfOther();
}

interface Starter {
  startIfNone(): void;
  /** If another server was faster, ours must not come up later, when that one has been stopped. */
  endIfOther(): void;
}

function createStarter({ output, options }: RunContext): Starter {
  const { root, lock } = dataPaths(options.data);
  let child: ChildProcess | undefined;
  return {
    startIfNone() {
      // A server that has ended met another on its way up, or somebody looking at the lock.
      const isUnderWay = child?.exitCode === null && child.signalCode === null;
      if (isUnderWay || isLocked(lock)) return;
      if (child === undefined) {
        output.note(output.style.dim(`Starting a server on ${root}; npx earshot stop ends it.`));
      }
      child = start(options.data);
    },
    endIfOther() {
      if (child !== undefined && servingOf(options.data)?.pid !== child.pid) child.kill();
    },
  };
}

async function answers(data: string): Promise<boolean> {
  const info = servingOf(data);
  if (info === undefined) return false;
  try {
    const response = await fetch(new URL("/readyz", info.url), {
      signal: AbortSignal.timeout(2_000),
    });
    return response.ok;
  } catch {
    return false;
  }
}

function start(data: string): ChildProcess {
  const { root, log } = dataPaths(data);
  makeDataFolder(data);
  const out = openSync(log, "a", FILE_MODE);
  try {
    // Nobody sees this server start. So rules beside the folder must not come into force, agents in
    // the working folder must not begin to act, and a sign-in link would end up in the log.
    const args = [
      "start",
      "--stand-in",
      "--no-console",
      "--no-link",
      "--no-policy",
      "--no-agents",
      "--port",
      "0",
      "--data",
      root,
    ];
    const child = spawn(process.execPath, [process.argv[1] ?? "", ...args], {
      detached: true,
      stdio: ["ignore", out, out],
      env: environmentOfServer(),
    });
    child.unref();
    return child;
  } finally {
    closeSync(out);
  }
}

function notStarted(data: string): EarshotError {
  const { root, log } = dataPaths(data);
  return new EarshotError(
    "UNREACHABLE",
    `No server has come up on ${root} within ${PATIENCE_MS / 1_000} s. ${log} says why; npx earshot start shows it at once.`,
    { details: { folder: root } },
  );
}
