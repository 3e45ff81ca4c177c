import { readdirSync, readFileSync } from "node:fs";

/* What Linux tells about processes in /proc; nothing elsewhere. */

/** Hundredths of a second, on every Linux that Node runs on. */
const TICK_MS = 10;
/** Where the fields after the name of the program are. */
const PARENT = 1;
const TIMES = [11, 12, 13, 14];

/** These processes and all below them. */
export function processTree(roots: readonly number[]): readonly number[] {
  const tree = new Set(roots);
  const parents = new Map(
    pids().flatMap((pid) => {
      const parent = Number(fieldsOf(pid)[PARENT]);
      return Number.isNaN(parent) ? [] : [[pid, parent] as const];
    }),
  );
  let size = 0;
  while (size < tree.size) {
    size = tree.size;
    for (const [pid, parent] of parents) if (tree.has(parent)) tree.add(pid);
  }
  return [...tree];
}

/** Processor time of these processes and of their children that have ended. */
export function processorMs(processes: readonly number[]): number {
  return processes
    .flatMap((pid) => TIMES.map((field) => Number(fieldsOf(pid)[field] ?? 0) * TICK_MS))
    .reduce((sum, ms) => sum + ms, 0);
}

function pids(): readonly number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Empty for a process that has ended. */
function fieldsOf(pid: number): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}
