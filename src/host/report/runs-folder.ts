import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EarshotError } from "../../domain/errors.ts";
import type { RunId } from "../../domain/id.ts";
import { type LogContent, readRecords } from "../log-text.ts";
import { runPaths, runsIn } from "../run-folders.ts";

/** A run as it is stored in a data folder. */
export interface StoredRun {
  readonly id: RunId;
  readonly log: string;
  /** Held by the process that runs it. */
  readonly lock: string;
}

/** The runs of a data folder, newest first. */
export function storedRuns(data: string): StoredRun[] {
  return runsIn(join(data, "runs")).map((id) => storedRun(data, id));
}

export function storedRun(data: string, id: RunId): StoredRun {
  const { log, lock } = runPaths(join(data, "runs"), id);
  return { id, log, lock };
}

/**
 * The run with this id or beginning of an id, with or without `run_`; the newest by default. Throws
 * NOT_FOUND if there is none, INVALID_INPUT if there are several.
 */
export function findRun(data: string, beginning?: string): StoredRun {
  const runs = storedRuns(data);
  if (beginning === undefined) {
    const [newest] = runs;
    if (newest !== undefined) return newest;
    throw new EarshotError(
      "NOT_FOUND",
      `There are no runs in ${data}. Start one with npx earshot run experiment.yaml, or name another folder with --data.`,
      { details: { folder: data } },
    );
  }
  const whole = beginning.startsWith("run_") ? beginning : `run_${beginning}`;
  const found = runs.filter(({ id }) => id.startsWith(whole));
  const [run] = found;
  if (run === undefined) {
    throw new EarshotError(
      "NOT_FOUND",
      `No run in ${data} begins with ${JSON.stringify(beginning)}. npx earshot runs lists them.`,
      { details: { folder: data, run: beginning } },
    );
  }
  if (found.length > 1) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${found.length} runs begin with ${JSON.stringify(beginning)}, ${found[0]?.id} and ${found[1]?.id} among them. Give more of the id.`,
      { details: { run: beginning, runs: found.map(({ id }) => id) } },
    );
  }
  return run;
}

/** What the log of a run contains at this moment; nothing if it does not exist yet. */
export function readRun({ log }: StoredRun): LogContent {
  return existsSync(log) ? readRecords(readFileSync(log, "utf8")) : { records: [] };
}
