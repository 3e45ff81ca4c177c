import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { EarshotError } from "../../domain/errors.ts";
import type { RunId } from "../../domain/id.ts";
import type { ListedRun, RunTranscript } from "../../ports/earshot/runs.ts";
import { readLine } from "../log-text.ts";
import type { RunRecord } from "../run-log.ts";
import { createLineSplitter } from "./line-splitter.ts";
import { reportPage } from "./page.ts";
import { createRunEntries, type RunEntries } from "./run-entries.ts";
import { createRunFacts, isWithoutFacts, type RunFacts } from "./run-facts.ts";
import { readRun, type StoredRun, storedRun, storedRuns } from "./runs-folder.ts";

/** Caches the logs of a data folder, so that each is read once, however often it is asked for. */
export interface RunsShelf {
  list(limit: number): readonly Unsettled<ListedRun>[];
  show(id: RunId, after: number, limit: number): Unsettled<RunTranscript> | undefined;
  report(id: RunId): string | undefined;
}

/** An `unfinished` run is `running` if this file is locked. */
export interface Unsettled<T> {
  readonly value: T;
  readonly lock: string;
}

/** How many runs keep their entries: as many as people look at together. */
const MAX_OPEN = 4;
/** Passing on a longer page would hold up the serving thread. */
const MAX_REPORT_BYTES = 8 * 1024 * 1024;
const nothing = () => false;

interface Row {
  readonly tail: RunTail;
  readonly facts: RunFacts;
}

export function createRunsShelf(data: string): RunsShelf {
  const rows = new Map<RunId, Row>();
  const open = new Map<RunId, Row & { readonly entries: RunEntries }>();

  function row(stored: StoredRun): Row {
    const { id, log } = stored;
    const known = rows.get(id) ?? newRow(log, isWithoutFacts);
    rows.set(id, known);
    if (known.tail.read(known.facts.add)) return known;
    rows.delete(id);
    return row(stored);
  }

  /** The last one that was looked at is the last to go. */
  function opened({ id, log }: StoredRun) {
    const known = open.get(id) ?? { ...newRow(log, nothing), entries: createRunEntries() };
    open.delete(id);
    open.set(id, known);
    for (const other of [...open.keys()].slice(0, -MAX_OPEN)) open.delete(other);
    return known;
  }

  function fresh(stored: StoredRun): ReturnType<typeof opened> {
    const known = opened(stored);
    const isSame = known.tail.read((record) => {
      known.facts.add(record);
      known.entries.add(record);
    });
    if (isSame) return known;
    open.delete(stored.id);
    return fresh(stored);
  }

  return {
    list: (limit) =>
      storedRuns(data)
        .slice(0, limit)
        .flatMap((stored) => {
          const value = row(stored).facts.listed(stored.id);
          return value === undefined ? [] : [{ value, lock: stored.lock }];
        }),
    show(id, after, limit) {
      const stored = storedRun(data, id);
      const { facts, entries } = fresh(stored);
      const run = facts.listed(id);
      if (run === undefined) return undefined;
      const shown = entries.all.slice(after, after + limit);
      const next = shown.at(-1)?.index ?? after;
      return { value: { run, entries: shown, next }, lock: stored.lock };
    },
    report(id) {
      const stored = storedRun(data, id);
      const size = statSync(stored.log, { throwIfNoEntry: false })?.size;
      if (size === undefined) return undefined;
      if (size > MAX_REPORT_BYTES) throw tooLarge(id);
      return reportPage(id, readRun(stored).records);
    },
  };
}

function newRow(log: string, skips: (line: string) => boolean): Row {
  return { tail: createRunTail(log, skips), facts: createRunFacts() };
}

function tooLarge(run: RunId): EarshotError {
  return new EarshotError(
    "TOO_LARGE",
    `The log of ${run} is too long for a report in the inbox. npx earshot runs report ${run} writes it to a file.`,
    { details: { run } },
  );
}

/** Reads a log in pieces, each from where the last one ended. */
interface RunTail {
  /** False if the log was replaced, being shorter than what was read of it: start over. */
  read(add: (record: RunRecord) => void): boolean;
}

const CHUNK_BYTES = 256 * 1024;

/** `skips` names lines that need not be parsed. Nothing after an invalid line is read. */
function createRunTail(path: string, skips: (line: string) => boolean): RunTail {
  let bytes = 0;
  let records = 0;
  let isBroken = false;

  function take(line: string, add: (record: RunRecord) => void): void {
    if (isBroken) return;
    records += 1;
    if (skips(line)) return;
    const { record } = readLine(line, records);
    if (record === undefined) isBroken = true;
    else add(record);
  }

  return {
    read(add) {
      const file = openOrNone(path);
      if (file === undefined) return bytes === 0;
      try {
        if (fstatSync(file).size < bytes) return false;
        for (const line of wholeLines(file, bytes)) {
          bytes += line.length + 1;
          take(line.toString("utf8"), add);
        }
        return true;
      } finally {
        closeSync(file);
      }
    },
  };
}

function openOrNone(path: string): number | undefined {
  try {
    return openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function* wholeLines(file: number, from: number): Generator<Buffer, void> {
  const split = createLineSplitter();
  let at = from;
  for (;;) {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    const bytesRead = readSync(file, buffer, 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield* split(buffer.subarray(0, bytesRead));
  }
}
