import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { readTrace, type SystemCall, tracingProblem } from "../test/support/trace.ts";
import { MARKS } from "./peer-orders.ts";
import type { RunningSide } from "./peer-process.ts";

/** What an fsync came before, or why nobody knows. */
export type Syncs =
  | {
      /** "Done", as the callers of asks and answers hear it. */
      readonly done: Counted;
      /** The moment when the waiter has the answer. */
      readonly heard: Counted;
    }
  | { readonly notTraced: string };

interface Counted {
  readonly of: number;
  readonly synced: number;
}

const SYNCS = new Set(["fsync", "fdatasync", "msync"]);
/** Which of the three asks whether a file is there differs by processor and library. */
const TRACED = [...SYNCS, "?access", "?faccessat", "?faccessat2"].join(",");
const ATTACH_MS = 10_000;
const ATTACH_TRIES = 5;

/** Follows all processes of a side while it asks and answers `size` questions, one at a time. */
export async function traceSyncs(
  running: RunningSide,
  { size, folder }: { readonly size: number; readonly folder: string },
): Promise<Syncs> {
  const problem = tracingProblem();
  if (problem !== undefined) return { notTraced: problem };
  const output = join(folder, `${running.side.name}.trace`);
  const strace = await attach(running, output);
  if (typeof strace === "string") return { notTraced: strace };
  try {
    const questions = await running.order({ do: "mark", size });
    await ended(strace, "SIGINT");
    const calls = await readTrace(output);
    return {
      done: { of: 2 * questions, synced: countSynced(calls, "done") },
      heard: { of: questions, synced: countSynced(calls, "heard") },
    };
  } finally {
    strace.kill("SIGKILL");
  }
}

/** A strace that follows all processes, or why there is none. A process that ends meanwhile spoils it. */
async function attach(running: RunningSide, output: string): Promise<ChildProcess | string> {
  for (let tries = 1; ; tries += 1) {
    const processes = running.processes();
    const flags = ["-f", "-y", "-tt", "-o", output, "-e", `trace=${TRACED}`];
    const strace = spawn("strace", flags.concat(processes.map((pid) => `-p${pid}`)));
    const refused = await refusal(strace, processes);
    if (refused === undefined) return strace;
    await ended(strace, "SIGKILL");
    if (tries === ATTACH_TRIES) return refused;
  }
}

/** Resolves once it follows all of them, or with why it does not. */
async function refusal(
  strace: ChildProcess,
  processes: readonly number[],
): Promise<string | undefined> {
  let said = "";
  const follows = (pid: number) => new RegExp(`Process ${pid} attached`).test(said);
  const all = new Promise<undefined>((resolve) => {
    strace.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (processes.every(follows)) resolve(undefined);
    });
  });
  const late = new Promise<string>((resolve) => {
    const tell = () => resolve(`strace did not reach all processes: ${said.trim()}`);
    setTimeout(tell, ATTACH_MS).unref();
  });
  const over = once(strace, "exit").then(() => `strace may not follow them: ${said.trim()}`);
  return await Promise.race([all, late, over]);
}

async function ended(strace: ChildProcess, signal: "SIGINT" | "SIGKILL"): Promise<void> {
  if (strace.exitCode !== null || strace.signalCode !== null) return;
  const exited = once(strace, "exit");
  strace.kill(signal);
  await exited;
}

/** How many calls have seen a sync that began and ended between their beginning and that mark. */
export function countSynced(calls: readonly SystemCall[], end: "done" | "heard"): number {
  let begun: number | undefined;
  let isSynced = false;
  let count = 0;
  for (const call of calls) {
    if (call.text.includes(MARKS.begin)) [begun, isSynced] = [call.ended, false];
    else if (call.text.includes(MARKS[end])) {
      if (begun !== undefined && isSynced) count += 1;
      begun = undefined;
    } else if (begun !== undefined && call.begun > begun && SYNCS.has(call.name)) {
      isSynced ||= call.result.startsWith("0");
    }
  }
  return count;
}
