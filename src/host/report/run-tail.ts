import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { readLine } from "../log-text.ts";
import type { RunRecord } from "../run-log.ts";
import { createLineSplitter } from "./line-splitter.ts";

/** Reads a log in pieces, each time on from where it had got to. */
export interface RunTail {
  /** False where the log is another one by now, shorter than what was read of it: begin anew. */
  read(add: (record: RunRecord) => void): boolean;
}

const CHUNK_BYTES = 256 * 1024;

/** `skips` tells lines that need not be parsed. Behind a line that is no record nothing is read. */
export function createRunTail(path: string, skips: (line: string) => boolean): RunTail {
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
