import { randomUUID } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import type { Event } from "../../domain/log/event.ts";
import type { Change, CommitResult } from "../../ports/store/store.ts";
import type { TimeSample } from "../postgres/clock-offset.ts";
import type { Connection } from "../postgres/database.ts";
import { isForGood, isLost, refusedForGood } from "../postgres/errors.ts";
import { decodeText } from "../postgres/text-codec.ts";
import { batchToJson } from "./change-to-json.ts";
import { type Fate, fateOf, type LostBatch, NeverStored, notKnown } from "./lost-commit.ts";
import type { CommitConnection } from "./postgres-connection.ts";

export interface AttemptOptions {
  /** The name of this node; its notices carry it. */
  readonly node: string;
  /** The timeline in which this node has compared what it remembers; see `Timeline`. */
  readonly timeline: () => string;
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

const COMMIT = "select earshot_commit_2($1::jsonb) as results";
/** Less than the patience of clients: they hear "not known" rather than nothing. */
const SETTLE_MS = 20_000;
/** Time for one look at least, however long it took to notice the lost connection. */
const LEAST_MS = 2_000;
const PAUSE_MS = { first: 20, longest: 1_000 };

/** The result of `earshot_commit_2`, as JSON. */
interface Results {
  /** The database's time. */
  readonly now: number;
  /** Changes by their place in the batch; all others are committed. */
  readonly refusals: readonly (readonly [c: number, outcome: string, ...more: string[]])[];
  /** The last sequence number of each log that grew. */
  readonly heads: readonly (readonly [workspace: WorkspaceId, seq: number])[];
}

export function createAttempt(connection: CommitConnection, options: AttemptOptions): Attempt {
  const { node, timeline, onTime, settleMs = SETTLE_MS } = options;

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
    const text = batchToJson({ id, node, timeline: timeline(), changes, isCareful });
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

function parseResults(text: string): Results {
  return JSON.parse(text) as Results;
}

/** The results in the order of the changes, with the events in their places. */
function toCommitResults(
  changes: readonly Change[],
  { refusals, heads }: Results,
): readonly CommitResult[] {
  const refused = new Map(refusals.map(([c, ...refusal]) => [c, toRefusal(refusal)]));
  const next = firstPlaces(
    heads,
    changes.filter((_, c) => !refused.has(c)),
  );
  return changes.map((change, c) => refused.get(c) ?? committed(change, next));
}

/** The number of the first event of the batch in each log: the head minus what was appended. */
function firstPlaces(
  heads: Results["heads"],
  changes: readonly Change[],
): Map<WorkspaceId, number> {
  const next = new Map(heads.map(([workspace, seq]) => [decodeText(workspace), seq + 1]));
  for (const { workspace, events } of changes) {
    if (events.length > 0) next.set(workspace, (next.get(workspace) ?? 0) - events.length);
  }
  return next;
}

function committed(
  { workspace, events: drafts }: Change,
  next: Map<WorkspaceId, number>,
): CommitResult {
  const first = next.get(workspace) ?? 0;
  if (drafts.length > 0) next.set(workspace, first + drafts.length);
  const events = drafts.map((draft, index): Event => ({ ...draft, workspace, seq: first + index }));
  return { outcome: "committed", events };
}

function toRefusal([outcome, ...more]: readonly string[]): CommitResult {
  switch (outcome) {
    case "conflict":
    case "key_reused":
      return { outcome };
    case "replayed":
      return { outcome, result: decodeText(more[0] ?? "") };
    default: {
      const [state = "", said = ""] = more;
      if (isForGood(state)) return { outcome: "failed", error: refusedForGood(state, said) };
      const text = `PostgreSQL refused what was to be stored (${state}): ${said}.`;
      return { outcome: "failed", error: new EarshotError("STORE_UNAVAILABLE", text) };
    }
  }
}
