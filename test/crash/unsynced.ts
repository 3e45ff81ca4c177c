import { bytesWritten, type SystemCall } from "../support/trace.ts";

/*
 * The argument, for a label that occurs in a change and nowhere before it:
 *
 * 1. SQLite brings a change to the disk by writing frames to the end of its write-ahead log, each a
 *    header of 24 bytes and a page. The first page with the label in it belongs to the transaction of
 *    the change. Frames of a transaction follow each other, and the last one, whose header holds a
 *    size of the database other than 0, makes it valid: before that frame is on disk the change does
 *    not exist, and the frames before it must be on disk as well.
 * 2. So the change is on disk for certain once an fsync of the log, which began after that last frame
 *    was written, has returned 0.
 * 3. Whoever is told of the change is told through a socket: by the reply to its own call, or to
 *    somebody's wait. A write to any socket that holds the label must therefore have begun after the
 *    end of such an fsync.
 *
 * A label that is found in no frame counts as unsynced too: then the change went to the disk in a way
 * that this argument does not know, which must not pass for a proof.
 */
export interface Findings {
  /** Labels that were written to a socket. */
  readonly told: ReadonlySet<string>;
  /** Changes that were acknowledged before they were on disk. */
  readonly unsynced: ReadonlySet<string>;
}

export function findUnsynced(
  calls: readonly SystemCall[],
  { log, label }: { log: string; label: RegExp },
): Findings {
  const durable = durableAt(calls, { log, label });
  const told = new Set<string>();
  const unsynced = new Set<string>();
  for (const call of calls) {
    if (!call.file.startsWith("socket:")) continue;
    for (const [found] of call.text.matchAll(label)) {
      told.add(found);
      if (call.begun <= (durable.get(found) ?? Number.POSITIVE_INFINITY)) unsynced.add(found);
    }
  }
  return { told, unsynced };
}

const HEADER_BYTES = 24;

/** Where in the trace the transaction of each label is certain to be on disk. */
function durableAt(
  calls: readonly SystemCall[],
  { log, label }: { log: string; label: RegExp },
): ReadonlyMap<string, number> {
  const durable = new Map<string, number>();
  /** Labels of the transaction that is being written. */
  let growing = new Set<string>();
  /** Labels of transactions that are written and wait for an fsync, by the end of the last write. */
  const written = new Map<string, number>();
  let isLastFrame = false;

  function noteWrite(call: SystemCall): void {
    const bytes = Number(call.result);
    if (bytes === HEADER_BYTES) {
      isLastFrame = bytesWritten(call).readUInt32BE(4) !== 0;
      return;
    }
    for (const [found] of call.text.matchAll(label)) {
      if (!durable.has(found) && !written.has(found)) growing.add(found);
    }
    if (!isLastFrame) return;
    for (const found of growing) written.set(found, call.ended);
    growing = new Set();
  }

  function noteSync(call: SystemCall): void {
    if (call.result !== "0") return;
    for (const [found, end] of written) {
      if (call.begun <= end) continue;
      durable.set(found, call.ended);
      written.delete(found);
    }
  }

  for (const call of calls) {
    if (call.file !== log) continue;
    if (call.name === "pwrite64") noteWrite(call);
    if (call.name === "fsync" || call.name === "fdatasync") noteSync(call);
  }
  return durable;
}
