import type { MemoryRecord, MemoryRef } from "../../domain/memory/memory.ts";
import type { Change, CommitResult } from "../../ports/store/store.ts";
import type { WriteStaling } from "../../ports/store/write-effects.ts";
import { committedWrites } from "../schema/committed-writes.ts";

const KEPT_BYTES = 8 * 1024 * 1024;
/** A value of this size would push out many that are read more often. */
const LARGE_BYTES = 64 * 1024;
/** How much stays when room must be made. */
const KEPT_SHARE = 0.75;
/** Roughly the size of a record without its value. */
const RECORD_BYTES = 512;

/**
 * The newest versions of recently written or read entries, as they are on disk: only this process
 * writes the file. Agents often read what they just wrote.
 */
export interface RecentMemory {
  get(ref: MemoryRef): MemoryRecord | undefined;
  /** Takes a record read in this turn of the event loop, so that no commit came between. */
  put(record: MemoryRecord): void;
  /** Takes the records that a batch has put on disk. */
  committed(changes: readonly Change[], results: readonly CommitResult[]): void;
}

export function createRecentMemory(kept = KEPT_BYTES): RecentMemory {
  // A Map keeps the order of insertion: its first entry is the oldest.
  const records = new Map<string, MemoryRecord>();
  let bytes = 0;

  const nameOf = ({ workspace, agent, run, key }: MemoryRef) =>
    `${workspace}\n${agent}\n${run}\n${key}`;

  function drop(name: string, record: MemoryRecord | undefined): void {
    if (record === undefined) return;
    records.delete(name);
    bytes -= record.bytes + RECORD_BYTES;
  }

  function put(record: MemoryRecord): void {
    const name = nameOf(record);
    drop(name, records.get(name));
    if (record.bytes > LARGE_BYTES) return;
    records.set(name, record);
    bytes += record.bytes + RECORD_BYTES;
    if (bytes > kept) makeRoom();
  }

  /** Frees much at a time: a Map whose first entry is removed each time is slow to find the next. */
  function makeRoom(): void {
    for (const [oldest, known] of records) {
      if (bytes <= kept * KEPT_SHARE) return;
      drop(oldest, known);
    }
  }

  function take(write: WriteStaling<"memory">): void {
    if (write.type === "memory.put") {
      put(write.record);
      return;
    }
    // An erasure is rare, and names a row by another key than records have here.
    records.clear();
    bytes = 0;
  }

  return {
    get: (ref) => records.get(nameOf(ref)),
    put,
    committed(changes, results) {
      for (const write of committedWrites("memory", changes, results)) take(write);
    },
  };
}
