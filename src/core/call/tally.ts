import { DEFAULT_WORKSPACE, type WorkspaceId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import { HOUR_MS, MINUTE_MS } from "../../domain/time.ts";
import { type Timestamp, toTimestamp } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Clock } from "../../ports/system/clock.ts";
import type { Tally, TallyCount, TallyKind } from "../../ports/system/tally.ts";
import type { Commit } from "./group-commit.ts";

/** Counts stand in buckets of this length. */
export const BUCKET_MS = 10 * MINUTE_MS;
/** One hour longer than anybody asks for. */
const KEPT_MS = 25 * HOUR_MS;
/** Violations are written soon, because somebody will ask for them after a crash. */
const SOON_MS = 50;
const LATER_MS = 1_000;

type Counter = Omit<TallyCount, "count"> & { count: number };

/** Keeps what doors count, first in memory, and writes it to the store. */
export interface TallyBook extends Tally {
  /** The counts not yet in the store, read after any running write that may hold part of them. */
  unwritten(): Promise<readonly TallyCount[]>;
  /** Writes everything counted so far; later counts are not written. */
  stop(): Promise<void>;
}

/*
 * A call adds to a map and goes on. At most one timer then writes the map, in a commit that others
 * share. Counts that the store refuses are added to the newer ones and tried again.
 */
export function createTally({
  clock,
  commit,
}: {
  readonly clock: Pick<Clock, "now" | "after">;
  readonly commit: Commit;
}): TallyBook {
  let counts = new Map<string, Counter>();
  let bucket = { beginsMs: Number.NaN, at: "" };
  let writing: Promise<void> | undefined;
  let cancelTimer = () => {};
  let wakesInMs = Number.POSITIVE_INFINITY;
  let droppedIn: Timestamp | undefined;
  let isStopped = false;

  function bucketNow(): Timestamp {
    const ms = clock.now();
    const beginsMs = ms - (ms % BUCKET_MS);
    // Formatting a timestamp is expensive, and every call needs this one.
    if (beginsMs !== bucket.beginsMs) bucket = { beginsMs, at: toTimestamp(beginsMs) };
    return bucket.at;
  }

  function add(counted: TallyCount): void {
    const name = `${counted.bucket} ${counted.kind} ${counted.workspace ?? ""}`;
    const known = counts.get(name);
    if (known === undefined) counts.set(name, { ...counted });
    else known.count += counted.count;
  }

  function writeWithin(ms: number): void {
    if (isStopped || writing !== undefined || ms >= wakesInMs) return;
    cancelTimer();
    wakesInMs = ms;
    cancelTimer = clock.after(ms, () => void write());
  }

  async function write(): Promise<void> {
    cancelTimer();
    wakesInMs = Number.POSITIVE_INFINITY;
    if (counts.size === 0) return;
    const taken = counts;
    counts = new Map();
    const { promise, resolve } = Promise.withResolvers<void>();
    writing = promise;
    const isWritten = await isCommitted([...taken.values()]);
    if (!isWritten) for (const counted of taken.values()) add(counted);
    writing = undefined;
    resolve();
    // Newer counts waited for this write to end. A store that is away gets a rest.
    for (const { kind } of counts.values()) writeWithin(isWritten ? delayOf(kind) : LATER_MS);
  }

  async function isCommitted(taken: readonly TallyCount[]): Promise<boolean> {
    const now = bucketNow();
    const add: Write = { type: "tally.add", counts: taken };
    // Once a bucket, by every node that counts: what one has dropped costs the others nothing.
    const writes = now === droppedIn ? [add] : [add, dropOld(clock.now())];
    try {
      await commit({ workspace: DEFAULT_WORKSPACE, writes, events: [] });
      droppedIn = now;
      return true;
    } catch {
      return false;
    }
  }

  return {
    count(kind: TallyKind, workspace?: WorkspaceId) {
      const at = bucketNow();
      add({ ...present({ workspace }), bucket: at, kind, count: 1 });
      writeWithin(delayOf(kind));
    },
    async unwritten() {
      await writing;
      return [...counts.values()];
    },
    async stop() {
      isStopped = true;
      // Counts that arrived during a running write need another one.
      await writing;
      await write();
    },
  };
}

/** Drops the counts that nobody asks for any more. */
function dropOld(now: number): Write {
  return { type: "tally.drop", before: toTimestamp(Math.max(now - KEPT_MS, 0)) };
}

function delayOf(kind: TallyKind): number {
  return isViolation(kind) ? SOON_MS : LATER_MS;
}

/** A violation is a call that was refused for its caller, its origin or what it would decide. */
export function isViolation(kind: TallyKind): boolean {
  return kind.startsWith("refused_");
}
