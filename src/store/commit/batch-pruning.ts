import type { Connection } from "../postgres/database.ts";
import { KEPT_MS } from "./lost-commit.ts";

export interface PruningOptions {
  /** How long the results of a batch are kept at least; default an hour. */
  readonly keptMs?: number;
  /** After how many commits the next page is due; default 200, which is less than a page. */
  readonly everyCommits?: number;
  /** Milliseconds of a clock that nobody sets; default that of the process. */
  readonly monotonic?: () => number;
}

const EVERY_COMMITS = 200;
const EVERY_MS = 10_000;
const PAGE = 500;
const PAGES_AT_ONCE = 10;
/** How many marks are kept for the time that batches are kept. */
const MARKS = 60;

const NEWEST = "select coalesce(max(place), 0)::bigint as place from batches";
const PRUNE = `delete from batches where id in (
  select id from batches where place < $1
  order by place limit ${PAGE} for update skip locked) returning 1`;

interface Mark {
  readonly place: number;
  readonly seenAt: number;
}

/** Drops batches that nobody will ask for any more, as fast as they come. */
export interface Pruning {
  /** Called with every commit; does now and then what it has to, and never rejects. */
  prune(connection: Connection): Promise<void>;
}

/*
 * Goes by what this node saw and by its own monotonic clock: a batch may go once a later one was there
 * that long ago. The database's clock can jump, and a batch that went too early would be taken for
 * never stored.
 */
export function createPruning(options: PruningOptions = {}): Pruning {
  const { keptMs = KEPT_MS, everyCommits = EVERY_COMMITS } = options;
  const monotonic = options.monotonic ?? (() => performance.now());
  let marks: readonly Mark[] = [];
  let commits = 0;
  let prunedAt = monotonic();
  let isPruning = false;

  async function note(connection: Connection): Promise<void> {
    const seenAt = monotonic();
    const last = marks.at(-1);
    if (last !== undefined && seenAt - last.seenAt < keptMs / MARKS) return;
    const [row] = await connection.query<{ readonly place: number }>(NEWEST);
    // After the query: a batch that came while it ran is no older than this moment.
    if (row !== undefined) marks = [...marks, { place: row.place, seenAt: monotonic() }];
  }

  async function drop(connection: Connection): Promise<void> {
    const before = monotonic() - keptMs;
    const old = marks.findLast(({ seenAt }) => seenAt <= before);
    if (old === undefined) return;
    marks = marks.filter(({ seenAt }) => seenAt >= old.seenAt);
    for (let page = 0; page < PAGES_AT_ONCE; page += 1) {
      const dropped = await connection.query(PRUNE, [old.place]);
      if (dropped.length < PAGE) return;
    }
  }

  return {
    async prune(connection) {
      commits += 1;
      const now = monotonic();
      const isDue = commits >= everyCommits || now - prunedAt >= EVERY_MS;
      if (isPruning || !isDue) return;
      [isPruning, commits, prunedAt] = [true, 0, now];
      try {
        await note(connection);
        await drop(connection);
      } catch {
        // The rest is dropped next time.
      } finally {
        isPruning = false;
      }
    },
  };
}
