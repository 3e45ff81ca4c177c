import { type FSWatcher, watch } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { EarshotError } from "../../domain/errors.ts";
import { readLine } from "../log-text.ts";
import type { RunRecord } from "../run-log.ts";
import { createLineSplitter } from "./line-splitter.ts";

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Longest delay of a record if the file system reports no changes. */
  readonly pollMs?: number;
}

const POLL_MS = 1_000;
const CHUNK_BYTES = 64 * 1024;

/**
 * The records of a log from its beginning, each as soon as it is complete, until the run has ended
 * or the signal aborts. Waits for a file that does not exist yet. Throws INVALID_INPUT at an
 * invalid line.
 */
export async function* followLog(
  path: string,
  { signal, pollMs = POLL_MS }: FollowOptions,
): AsyncGenerator<RunRecord, void> {
  const changes = watchFile(path, signal, pollMs);
  const position = { bytes: 0, records: 0 };
  let last: RunRecord | undefined;
  try {
    while (!signal.aborted) {
      for await (const record of newRecords(path, position)) {
        last = record;
        yield record;
      }
      // Only the last record ends it: a run that was stopped may have been resumed since.
      if (last?.type === "run.finished" || last?.type === "run.stopped") return;
      await changes.next();
    }
  } finally {
    changes.close();
  }
}

/** The byte and the record from which the log has not been read. */
interface Position {
  bytes: number;
  records: number;
}

/**
 * Reads only whole lines, and starts again after the last of them. So it never joins the halves of
 * two lines if one was torn, cut off and rewritten.
 */
async function* newRecords(path: string, position: Position): AsyncGenerator<RunRecord, void> {
  const file = await openOrNone(path);
  if (file === undefined) return;
  try {
    for await (const line of wholeLines(file, position.bytes)) {
      const seq = position.records + 1;
      const { record, reason } = readLine(line.toString("utf8"), seq);
      if (record === undefined) throw brokenLine(path, seq, reason);
      position.bytes += line.length + 1;
      position.records = seq;
      yield record;
    }
  } finally {
    await file.close();
  }
}

async function openOrNone(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function* wholeLines(file: FileHandle, from: number): AsyncGenerator<Buffer, void> {
  const split = createLineSplitter();
  let at = from;
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield* split(buffer.subarray(0, bytesRead));
  }
}

function brokenLine(path: string, line: number, reason: string): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `Line ${line} of ${path} is not a record: ${reason}. Nothing after it can be followed; npx earshot runs show shows what comes before it.`,
    { details: { path, line } },
  );
}

/** `next` resolves at a change since the last call, after the poll's time, or at the end. */
function watchFile(path: string, signal: AbortSignal, pollMs: number) {
  let hasChanged = false;
  let wake = () => {};
  let watcher: FSWatcher | undefined;
  const note = () => {
    hasChanged = true;
    wake();
  };
  function close(): void {
    signal.removeEventListener("abort", note);
    watcher?.close();
    watcher = undefined;
  }
  signal.addEventListener("abort", note);
  watcher = watchFolder(dirname(path), note);
  return {
    async next(): Promise<void> {
      if (watcher === undefined) {
        watcher = watchFolder(dirname(path), note);
        // Whatever came before watching began is still to be read.
        hasChanged ||= watcher !== undefined;
      }
      if (!hasChanged && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, pollMs);
        await promise;
        clearTimeout(timer);
      }
      hasChanged = false;
    },
    close,
  };
}

/** Undefined if the folder does not exist yet or cannot be watched; polling does the work then. */
function watchFolder(folder: string, onChange: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, onChange);
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
