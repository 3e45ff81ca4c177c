import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRandom } from "../../../../src/testing/simulator/random.ts";
import { environment, PROGRAM, type Variables } from "../../../support/cli.ts";
import type { CrashOptions } from "../run-cycles.ts";
import { type Left, openUpkeeps, UPKEEPS, type Upkeep, type UpkeepName } from "./upkeeps.ts";

export type UpkeepOptions = Pick<CrashOptions, "cycles" | "seed" | "onCycle" | "signal">;

export interface UpkeepResult {
  readonly seed: number;
  readonly cycles: number;
  /** What was killed, and how far it had got. */
  readonly kills: Readonly<Record<UpkeepName, number>>;
  readonly left: Readonly<Record<Left, number>>;
  readonly violations: readonly { readonly cycle: number; readonly what: string }[];
  readonly durationMs: number;
  /** Kept where something was violated. */
  readonly folder: string | undefined;
}

const DYING = fileURLToPath(new URL("die-at-step-main.ts", import.meta.url));
const GIVE_UP_MS = 60_000;

export type Steps = Readonly<Record<string, number>>;

/**
 * Kills what keeps a record, a backup, a restore, a drill, the upgrade of a store, an export, before one of
 * the steps by which it changes something, and does it once more: nothing is left half, nothing over.
 */
export async function runUpkeep(options: UpkeepOptions): Promise<UpkeepResult> {
  const folder = mkdtempSync(join(tmpdir(), "earshot-crash-upkeep-"));
  const begun = performance.now();
  const random = createRandom(options.seed);
  const violations: { readonly cycle: number; readonly what: string }[] = [];
  const kills = { backup: 0, restore: 0, drill: 0, upgrade: 0, export: 0 };
  const left = { nothing: 0, all: 0 };
  const stepsOf = new Map<UpkeepName, Steps>();
  const upkeeps = await openUpkeeps(folder);
  let cycle = 0;

  /** How often an undisturbed run takes each step. */
  async function countSteps({ name, begin }: Upkeep): Promise<Steps> {
    const known = stepsOf.get(name);
    if (known !== undefined) return known;
    const file = join(folder, `${name}.steps`);
    const work = await begin(0);
    await runDying(work.args, { EARSHOT_STEPS_TO: file });
    await work.again(await work.look());
    const steps = JSON.parse(readFileSync(file, "utf8")) as Steps;
    stepsOf.set(name, steps);
    return steps;
  }

  async function once(upkeep: Upkeep): Promise<void> {
    const steps = await countSteps(upkeep);
    // Rows are written by the hundred but files are moved once, so each kind of step gets the same
    // chance.
    const step = random.pick(Object.keys(steps));
    const time = random.int(1, steps[step] ?? 1);
    const work = await upkeep.begin(cycle);
    const isKilled = await runDying(work.args, { EARSHOT_DIE_AT: `${step}:${time}` });
    if (isKilled) kills[upkeep.name] += 1;
    try {
      const found = await work.look();
      if (isKilled) left[found] += 1;
      await work.again(found);
    } catch (error) {
      const { message } = error as Error;
      violations.push({ cycle, what: `${upkeep.name} at ${step}:${time}: ${message}` });
    }
  }

  try {
    for (cycle = 1; cycle <= options.cycles && options.signal?.aborted !== true; cycle++) {
      await once(upkeeps[(cycle - 1) % UPKEEPS.length] as Upkeep);
      const acknowledged = cycle;
      options.onCycle?.({ cycle, acknowledged, violations: violations.length });
    }
  } finally {
    for (const { close } of upkeeps) await close?.();
    if (violations.length === 0) rmSync(folder, { recursive: true, force: true });
  }
  return {
    seed: options.seed,
    cycles: cycle - 1,
    kills,
    left,
    violations,
    durationMs: performance.now() - begun,
    folder: violations.length === 0 ? undefined : folder,
  };
}

/** Whether it was killed. A server that listens is told to stop. */
export async function runDying(args: readonly string[], dying: Variables): Promise<boolean> {
  const child = spawn(process.execPath, ["--import", DYING, PROGRAM, ...args], {
    stdio: ["ignore", "pipe", "ignore"],
    env: environment(dying),
  });
  endOnceListening(child);
  const late = setTimeout(() => child.kill("SIGABRT"), GIVE_UP_MS);
  const [, signal] = await once(child, "exit");
  clearTimeout(late);
  if (signal === "SIGABRT") throw new Error(`${args.join(" ")} has come to no end.`);
  return signal === "SIGKILL";
}

function endOnceListening(child: ChildProcess): void {
  let said = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    if (said.includes("http://")) return;
    said += text;
    if (said.includes("http://")) child.kill("SIGTERM");
  });
}
