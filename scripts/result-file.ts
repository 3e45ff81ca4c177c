import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { arch, availableParallelism, cpus, platform, totalmem } from "node:os";
import { dirname } from "node:path";
import { present } from "../src/domain/present.ts";

/** A measurement or trial, with everything needed to judge or repeat it. */
export interface ResultFile {
  /** As it is typed. */
  readonly command: string;
  /** The measured version as `git describe` names it; null outside a clone. */
  readonly commit: string | null;
  readonly date: string;
  readonly node: string;
  readonly machine: string;
  readonly seed?: number;
  /** Anything else needed to judge it, written by hand. */
  readonly note?: string;
  /** The lines of a bench, or the sums of a run. */
  readonly results: unknown;
}

export function writeResult(
  path: string,
  result: Pick<ResultFile, "command" | "seed" | "results">,
): void {
  const { command, seed, results } = result;
  const whole: ResultFile = {
    command,
    commit: commitOfClone(),
    date: new Date().toISOString(),
    node: process.version,
    machine: machine(),
    ...present({ seed }),
    results,
  };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(whole, null, 2)}\n`);
}

export function machine(): string {
  const model = cpus()[0]?.model ?? "an unknown processor";
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} × ${model}, ${memory} GiB, ${platform()} ${arch()}`;
}

/** Uncommitted results of earlier runs do not change what is measured. */
export function commitOfClone(): string | null {
  const commit = git("describe", "--always");
  if (commit === undefined) return null;
  const changed = git("status", "--porcelain", "--untracked-files=no", "--", ":/", ":!/results");
  return changed === "" ? commit : `${commit}-dirty`;
}

export function git(...args: readonly string[]): string | undefined {
  const options = { cwd: import.meta.dirname, encoding: "utf8", stdio: "pipe" } as const;
  const { status, stdout } = spawnSync("git", args, options);
  return status === 0 ? stdout.trim() : undefined;
}
