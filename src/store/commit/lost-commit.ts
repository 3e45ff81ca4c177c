import { EarshotError } from "../../domain/errors.ts";
import { HOUR_MS } from "../../domain/time.ts";
import type { Connection } from "../postgres/database.ts";

/** How long the results of a batch are kept at least, for a node that has not heard them. */
export const KEPT_MS = HOUR_MS;

const MARK = `insert into batches (id, at) values ($1, earshot_now())
  on conflict do nothing returning at`;
const RESULTS = "select results from batches where id = $1";

/** What became of a batch whose connection was lost before the results came. */
export type Fate = { readonly results: string } | "never" | "unknown";

export interface LostBatch {
  readonly id: string;
  /** By `performance.now()`. An old id may have been dropped, so its absence proves nothing. */
  readonly sentAt: number;
}

/**
 * Puts a mark in the place of the batch. That waits while the batch is under way. If the batch has not
 * arrived, it never will, because its id is taken.
 */
export async function fateOf(connection: Connection, { id, sentAt }: LostBatch): Promise<Fate> {
  const marked = await connection.query(MARK, [id]);
  if (marked.length === 1) return performance.now() - sentAt < KEPT_MS / 2 ? "never" : "unknown";
  const [row] = await connection.query<{ readonly results: string | null }>(RESULTS, [id]);
  // Our own mark, made over a connection that was lost too, holds no results.
  if (row?.results === null) return "never";
  return row === undefined ? "unknown" : { results: row.results };
}

/** Nothing of a batch is stored, and nothing ever will be. */
export class NeverStored extends EarshotError {
  constructor(cause: unknown) {
    super(
      "STORE_UNAVAILABLE",
      "The connection to PostgreSQL was lost, and nothing was stored. Try again; Earshot goes on by itself.",
      { cause },
    );
  }
}

export function notKnown(cause: unknown): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    "The connection to PostgreSQL was lost, and it does not answer: whether this was stored is not known. Repeat it with the same idempotency key, or look at what it was about.",
    { cause, details: { outcome: "unknown" } },
  );
}
