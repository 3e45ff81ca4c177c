import type { MemoryRecord, MemoryRef } from "../../domain/memory/memory.ts";
import type { Change, CommitResult } from "../../ports/store/store.ts";
import { makesStale, type WriteStaling } from "../../ports/store/write-effects.ts";

const KEPT_BYTES = 8 * 1024 * 1024;
/** One value of this size would push out many that are asked for more often. */
const LARGE_BYTES = 64 * 1024;
/** What stays where room must be made. */
const KEPT_SHARE = 0.75;
/** About what a record takes beside its value. */
const RECORD_BYTES = 512;

/**
 * The newest versions of the entries that were written or read last, as they are on disk: this
 * process alone writes the file. Agents read what they wrote a moment ago again and again.
 */
export interface RecentMemory {
  get(ref: MemoryRef): MemoryRecord | undefined;
  /** Takes what was read in this very turn, before which nothing else can have been committed. */
  put(record: MemoryRecord): void;
  /** Takes up what a batch has put on disk. */
  committed(changes: readonly Change[], results: readonly CommitResult[]): void;
}

export function createRecentMemory(kept = KEPT_BYTES): RecentMemory {
  // A Map keeps the order of insertion: the first entry is the one that was taken longest ago.
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

  /** Much at a time: a Map from which the first is taken each time is slow to find the next. */
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
      for (const [index, { writes }] of changes.entries()) {
        if (results[index]?.outcome !== "committed") continue;
        for (const write of writes) if (makesStale("memory", write)) take(write);
      }
    },
  };
}
