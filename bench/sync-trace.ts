import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { readTrace, type SystemCall, tracingProblem } from "../test/support/trace.ts";
import { MARKS } from "./peer-orders.ts";
import type { RunningSide } from "./peer-process.ts";

/** How many calls an fsync preceded between their beginning and "done", or why nobody knows. */
export type Syncs =
  | { readonly calls: number; readonly synced: number }
  | { readonly notTraced: string };

const SYNCS = new Set(["fsync", "fdatasync", "msync"]);
/** Which of the three asks whether a file is there differs by processor and library. */
const TRACED = [...SYNCS, "?access", "?faccessat", "?faccessat2"].join(",");
const ATTACH_MS = 20_000;

/** Follows all processes of a side while it asks and answers `size` questions, one at a time. */
export async function traceSyncs(
  running: RunningSide,
  { size, folder }: { readonly size: number; readonly folder: string },
): Promise<Syncs> {
  const problem = tracingProblem();
  if (problem !== undefined) return { notTraced: problem };
  const output = join(folder, `${running.side.name}.trace`);
  const processes = running.processes();
  const flags = ["-f", "-y", "-tt", "-o", output, "-e", `trace=${TRACED}`];
  const strace = spawn("strace", flags.concat(processes.map((pid) => `-p${pid}`)));
  const exited = once(strace, "exit");
  try {
    const refused = await attached(strace, processes);
    if (refused !== undefined) return { notTraced: refused };
    const calls = await running.order({ do: "mark", size });
    strace.kill("SIGINT");
    await exited;
    return { calls, synced: countSynced(await readTrace(output)) };
  } finally {
    strace.kill("SIGKILL");
  }
}

/** Resolves once it follows all of them, or with why it does not. */
async function attached(
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
    setTimeout(() => resolve("strace did not reach all processes"), ATTACH_MS).unref();
  });
  const ended = once(strace, "exit").then(() => `strace may not follow them: ${said.trim()}`);
  return await Promise.race([all, late, ended]);
}

/** How many of the marked calls have seen a sync that began and ended within them. */
export function countSynced(calls: readonly SystemCall[]): number {
  let begun: number | undefined;
  let isSynced = false;
  let count = 0;
  for (const call of calls) {
    if (call.text.includes(MARKS.begin)) [begun, isSynced] = [call.ended, false];
    else if (call.text.includes(MARKS.done)) {
      if (isSynced) count += 1;
      begun = undefined;
    } else if (begun !== undefined && call.begun > begun && SYNCS.has(call.name)) {
      isSynced ||= call.result.startsWith("0");
    }
  }
  return count;
}
