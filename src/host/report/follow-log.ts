import { type FSWatcher, watch } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { EarshotError } from "../../domain/errors.ts";
import { readLine } from "../log-text.ts";
import type { RunRecord } from "../run-log.ts";
import { createLineSplitter } from "./line-splitter.ts";

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** How late a record can be seen where the file system tells nobody of changes. */
  readonly pollMs?: number;
}

const POLL_MS = 1_000;
const CHUNK_BYTES = 64 * 1024;

/**
 * The records of a log from its beginning, each as soon as it is whole, until the run has ended or the
 * signal ends it; waits for a file that is not there yet. Throws INVALID_INPUT at a line that is no
 * record.
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
      // Only the last record ends it: a run that was stopped can have been resumed since.
      if (last?.type === "run.finished" || last?.type === "run.stopped") return;
      await changes.next();
    }
  } finally {
    changes.close();
  }
}

/** Behind which byte and record the log has not been read. */
interface Position {
  bytes: number;
  records: number;
}

/**
 * Reads whole lines only and begins again behind the last of them, so that a line that was torn, cut
 * away and written anew is never put together from both.
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
    `Line ${line} of ${path} is no record: ${reason}. Nothing behind it can be followed; npx earshot runs show shows what comes before it.`,
    { details: { path, line } },
  );
}

/** Resolves `next` at a change since it was last asked, after the poll's time, or at the end. */
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
        // What came before it watched is still to be read.
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

/** Undefined where the folder is not there yet or its file system cannot be watched: polling serves. */
function watchFolder(folder: string, onChange: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, onChange);
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
