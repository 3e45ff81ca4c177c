import { randomUUID } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { EarshotError } from "../../domain/errors.ts";
import type { Change, CommitResult } from "../../ports/store/store.ts";
import type { TimeSample } from "../postgres/clock-offset.ts";
import type { Connection } from "../postgres/database.ts";
import { isLost } from "../postgres/errors.ts";
import { batchToJson } from "./change-to-json.ts";
import { type Fate, fateOf, type LostBatch, NeverStored, notKnown } from "./lost-commit.ts";
import type { CommitConnection } from "./postgres-connection.ts";
import { parseResults, toCommitResults } from "./postgres-results.ts";

export interface AttemptOptions {
  /** The name of this node; its notices carry it. */
  readonly node: string;
  /** Hears the database's time with every commit. */
  readonly onTime?: (sample: TimeSample) => void;
  /** How long after sending it asks what became of a commit whose connection was lost; 20 s. */
  readonly settleMs?: number;
}

export interface Batched {
  readonly changes: readonly Change[];
  /** Whether each change can be undone alone, which costs more. */
  readonly isCareful: boolean;
}

/**
 * Commits a batch once. Rejects with the server's error if the server undid the batch, and with
 * NeverStored if the connection was lost before the commit. Rejects with STORE_UNAVAILABLE if the
 * server gives no answer for too long.
 */
export type Attempt = (batch: Batched) => Promise<readonly CommitResult[]>;

const COMMIT = "select earshot_commit_1($1::jsonb) as results";
/** Less than the patience of clients: they hear "not known" rather than nothing. */
const SETTLE_MS = 20_000;
/** Time for one look at least, however long it took to notice the lost connection. */
const LEAST_MS = 2_000;
const PAUSE_MS = { first: 20, longest: 1_000 };

export function createAttempt(connection: CommitConnection, options: AttemptOptions): Attempt {
  const { node, onTime, settleMs = SETTLE_MS } = options;

  async function send(open: Connection, text: string): Promise<string> {
    const [row] = await open.prepared<{ readonly results: string }>("commit", COMMIT, [text]);
    if (row === undefined) throw new EarshotError("INTERNAL", "The commit gave no results.");
    return row.results;
  }

  /** The results of the lost batch. */
  async function settle(batch: LostBatch, cause: unknown): Promise<string> {
    const until = Math.max(
      batch.sentAt + settleMs,
      performance.now() + Math.min(LEAST_MS, settleMs),
    );
    for (let pause = PAUSE_MS.first; ; pause = Math.min(2 * pause, PAUSE_MS.longest)) {
      const fate = await look(batch);
      if (fate === "never") throw new NeverStored(cause);
      if (typeof fate === "object") return fate.results;
      if (fate === "unknown" || performance.now() + pause > until) break;
      await after(pause);
    }
    connection.mark(batch.id);
    throw notKnown(cause);
  }

  /** Undefined if the server cannot be asked now. */
  async function look(batch: LostBatch): Promise<Fate | undefined> {
    try {
      return await fateOf(await connection.get(), batch);
    } catch {
      return undefined;
    }
  }

  return async ({ changes, isCareful }) => {
    const id = randomUUID();
    const text = batchToJson({ id, node, changes, isCareful });
    const open = await connection.get();
    const askedAt = performance.now();
    try {
      const results = parseResults(await send(open, text));
      onTime?.({ databaseMs: results.now, askedAt, answeredAt: performance.now() });
      return toCommitResults(changes, results);
    } catch (error) {
      if (!isLost(error)) throw error;
      connection.drop(open);
      return toCommitResults(changes, parseResults(await settle({ id, sentAt: askedAt }, error)));
    }
  };
}
