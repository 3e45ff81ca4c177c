import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from "node:fs";
import { EarshotError } from "../domain/errors.ts";
import { toTimestamp } from "../domain/timestamp.ts";
import { whyRefused } from "../domain/why-refused.ts";
import type { Clock } from "../ports/system/clock.ts";
import { type LogFault, readRecords } from "./log-text.ts";
import type { RunFact, RunRecord } from "./run-log.ts";

/** The log of a run, open for the one process that owns the run. */
export interface RunLog {
  /**
   * The record is on disk when this returns. It blocks, so that records keep their order and
   * nothing can act on one before it is stored.
   */
  append(fact: RunFact): RunRecord;
  close(): void;
}

const LINE_FEED = 0x0a;
const FILE_MODE = 0o600;
const CHUNK = 64 * 1024;

/** Opens the log after its records, and cuts off what a kill left half written. */
export function openLog(
  path: string,
  { records, clock }: { readonly records: readonly RunRecord[]; readonly clock: Clock },
): RunLog {
  const file = openSync(path, "a+", FILE_MODE);
  let seq = records.length;
  let failure: EarshotError | undefined;
  cutTorn(file, path);
  return {
    append(fact) {
      // Another record after half a one would make a broken line in the middle.
      if (failure !== undefined) throw failure;
      const at = toTimestamp(clock.now());
      const record = { v: 1, seq: seq + 1, at, ...fact } as RunRecord;
      try {
        writeWhole(file, Buffer.from(`${JSON.stringify(record)}\n`));
        fsyncSync(file);
      } catch (cause) {
        failure = unwritten(path, cause);
        throw failure;
      }
      seq += 1;
      return record;
    },
    close: () => closeSync(file),
  };
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(file, bytes, written);
  }
}

function cutTorn(file: number, path: string): void {
  const { size } = fstatSync(file);
  const whole = readFileSync(path).lastIndexOf(LINE_FEED) + 1;
  if (whole === size) return;
  ftruncateSync(file, whole);
  fsyncSync(file);
}

/** Makes the name of a new file or folder survive a power cut. */
export function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/**
 * The records of a log. A last line without its end was torn by a kill and is left out, since
 * nothing has followed from it. Any other invalid line throws INVALID_INPUT with its number.
 */
export function readLog(path: string): readonly RunRecord[] {
  const { records, fault } = readRecords(readFileSync(path, "utf8"));
  if (fault !== undefined) throw broken(path, fault);
  return records;
}

/** The first line of a file, however long the rest is; undefined if it has no end yet. */
export function firstLine(path: string): string | undefined {
  const file = openSync(path, "r");
  const chunk = Buffer.alloc(CHUNK);
  let bytes = Buffer.alloc(0);
  try {
    for (;;) {
      const read = readSync(file, chunk, 0, CHUNK, null);
      bytes = Buffer.concat([bytes, chunk.subarray(0, read)]);
      const end = bytes.indexOf(LINE_FEED);
      if (end !== -1) return bytes.toString("utf8", 0, end);
      if (read === 0) return undefined;
    }
  } finally {
    closeSync(file);
  }
}

function unwritten(path: string, cause: unknown): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    `The log of the run, ${path}, cannot be written: ${whyRefused(cause)}. The run stops where the log ends; see to the disk and start it again.`,
    { details: { path }, cause },
  );
}

function broken(path: string, { line, reason }: LogFault): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `Line ${line} of ${path} is not a record: ${reason}. The run cannot go on from a log that was changed; put the file back as it was, or start another run with --new.`,
    { details: { path, line } },
  );
}
