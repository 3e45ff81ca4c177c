import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { EarshotError } from "../domain/errors.ts";
import { isId, type RunId } from "../domain/id.ts";
import type { Clock } from "../ports/system/clock.ts";
import { EXPERIMENT, type Experiment } from "./experiment.ts";
import { firstLine, openLog, type RunLog, readLog, syncFolder } from "./log-file.ts";
import type { RunRecord } from "./run-log.ts";
import { advance, type RunState } from "./run-state.ts";

/** Takes a run for one process; undefined if another process has it. */
export type TakeLock = (path: string) => { release(): void } | undefined;

export interface RunFoldersOptions {
  /** The folder of all runs, with a folder for each. */
  readonly root: string;
  readonly takeLock: TakeLock;
  readonly clock: Clock;
}

/** A run that this process has. */
export interface OpenRun {
  readonly state: RunState;
  readonly log: RunLog;
  /** The experiment with which this process began or resumed it. */
  readonly record: RunRecord;
  /** Present if it was resumed. */
  readonly resumed: Resumed | undefined;
  close(): void;
}

export interface Resumed {
  readonly cycle: number;
  /** Whether the file has changed since. */
  readonly hasChanged: boolean;
}

/** An experiment and the absolute path of its file. */
export interface ExperimentFile {
  readonly file: string;
  readonly experiment: Experiment;
}

const FOLDER_MODE = 0o700;

/** The names inside the folder of a run. */
export function runPaths(root: string, run: string) {
  const folder = join(root, run);
  return { folder, log: join(folder, "log.jsonl"), lock: join(folder, "lock") };
}

/**
 * Resumes the newest run of the file that has not ended; undefined if there is none. It continues
 * with the experiment as recorded, within the limits of the file as it is now. Throws
 * ALREADY_RUNNING if another process has that run.
 */
export function resumeRun(options: RunFoldersOptions, now: ExperimentFile): OpenRun | undefined {
  for (const run of runsIn(options.root)) {
    const path = runPaths(options.root, run).log;
    if (fileOf(path) !== now.file || isOver(readLog(path))) continue;
    const taken = take(options, run, now);
    if (taken !== undefined) return taken;
  }
  return undefined;
}

/** The runs of a folder, newest first: their ids begin with the time. */
export function runsIn(root: string): RunId[] {
  if (!existsSync(root)) return [];
  const runs = readdirSync(root).filter((name) => isId("run", name));
  return runs.sort().reverse();
}

/** The experiment file of a run; undefined if it was killed before its first record. */
function fileOf(path: string): string | undefined {
  const line = existsSync(path) ? firstLine(path) : undefined;
  if (line === undefined) return undefined;
  try {
    return (JSON.parse(line) as { readonly file?: string }).file;
  } catch {
    return undefined;
  }
}

function isOver(records: readonly RunRecord[]): boolean {
  return records.at(-1)?.type === "run.finished";
}

/** Undefined if it has nothing to resume, or has ended since it was looked at. */
function take(options: RunFoldersOptions, run: RunId, now: ExperimentFile): OpenRun | undefined {
  const { log: path, lock } = runPaths(options.root, run);
  const taken = options.takeLock(lock);
  if (taken === undefined) {
    throw new EarshotError(
      "ALREADY_RUNNING",
      `Run ${run} of ${now.file} is under way in another process. Wait for its end, or start another run next to it with --new.`,
      { details: { run, file: now.file } },
    );
  }
  try {
    const records = readLog(path);
    const state = stateOf(records, path);
    const hasChanged = differs(state.experiment, now.experiment);
    if (state.isOver || (hasChanged && hasNothing(state))) {
      taken.release();
      return undefined;
    }
    const log = openLog(path, { records, clock: options.clock });
    const cycle = Math.min(state.cycles + 1, state.experiment.cycles);
    const { limits } = now.experiment;
    const resumed = log.append({ type: "run.resumed", cycle, limits });
    return {
      state: advance(state, resumed),
      log,
      record: resumed,
      resumed: { cycle, hasChanged },
      close: closing(log, taken),
    };
  } catch (error) {
    taken.release();
    throw error;
  }
}

/** Whether it is another experiment; other limits do not make it one. */
function differs(recorded: Experiment, now: Experiment): boolean {
  const text = ({ limits: _, ...rest }: Experiment) => JSON.stringify(rest);
  return text(recorded) !== text(now);
}

/** Whether the model has said nothing yet, for instance because its name was wrong. */
function hasNothing({ cycles, open }: RunState): boolean {
  return cycles === 0 && (open?.steps ?? 0) === 0;
}

function stateOf(records: readonly RunRecord[], path: string): RunState {
  const state = records.reduce<RunState | undefined>(advance, undefined);
  const experiment = EXPERIMENT.safeParse(state?.experiment);
  if (state === undefined || !experiment.success) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The first line of ${path} holds no experiment of this version. Start another run with --new.`,
      { details: { path } },
    );
  }
  return state;
}

/** Begins a run: its folder, its lock and the first record of its log. */
export function createRun(
  options: RunFoldersOptions,
  { run, file, experiment }: ExperimentFile & { readonly run: RunId },
): OpenRun {
  const { folder, log: path, lock } = runPaths(options.root, run);
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  const taken = options.takeLock(lock);
  if (taken === undefined) {
    throw new EarshotError("ALREADY_RUNNING", `Run ${run} has been begun by another process.`);
  }
  try {
    const log = openLog(path, { records: [], clock: options.clock });
    const first = log.append({ type: "run.started", run, name: experiment.name, file, experiment });
    for (const made of [folder, options.root, dirname(options.root)]) syncFolder(made);
    const state = advance(undefined, first);
    return { state, log, record: first, resumed: undefined, close: closing(log, taken) };
  } catch (error) {
    taken.release();
    throw error;
  }
}

function closing(log: RunLog, taken: { release(): void }): () => void {
  return () => {
    log.close();
    taken.release();
  };
}
