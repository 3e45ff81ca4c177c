import { setTimeout as after } from "node:timers/promises";
import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import { type ChainHead, EMPTY_HEAD } from "../../domain/log/chain.ts";
import type { Change, CommitResult } from "../../ports/store/store.ts";
import {
  isOfStore,
  isRetriable,
  OUT_OF_LOCKS,
  postgresError,
  sqlState,
} from "../postgres/errors.ts";
import { NeverStored } from "./lost-commit.ts";
import { type AttemptOptions, type Batched, createAttempt } from "./postgres-attempt.ts";
import { type CommitConnectionOptions, createCommitConnection } from "./postgres-connection.ts";

export type CommitterOptions = AttemptOptions & CommitConnectionOptions;

/** Writes batches of changes one after another, each in one statement. */
export interface Committer {
  commit(changes: readonly Change[]): Promise<readonly CommitResult[]>;
  head(workspace: WorkspaceId): Promise<ChainHead>;
  close(): Promise<void>;
}

const HEAD = "select seq, hash from heads where workspace = $1";
/** More nested transactions would not fit into what a server keeps in memory. */
const CAREFUL_AT_ONCE = 50;
const MAX_TRIES = 6;
/** How long batches that were in each other's way wait at most. */
const APART_MS = 20;

/*
 * A batch is first written without nested transactions, as over SQLite. That is enough if each change
 * is either written whole or refused before it wrote anything. If one must be undone half-way, the
 * function raises, and the batch is written again carefully.
 */
export function createCommitter(options: CommitterOptions): Committer {
  const connection = createCommitConnection(options);
  const attempt = createAttempt(connection, options);
  let last: Promise<unknown> = Promise.resolve();
  let isOpen = true;

  async function persist(batch: Batched): Promise<readonly CommitResult[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(batch);
      } catch (error) {
        if (!mayTryAgain(error, tries)) throw error;
        await after(Math.random() * APART_MS);
      }
    }
  }

  async function carefully(changes: readonly Change[]): Promise<readonly CommitResult[]> {
    const results: CommitResult[] = [];
    for (let from = 0; from < changes.length; from += CAREFUL_AT_ONCE) {
      const some = changes.slice(from, from + CAREFUL_AT_ONCE);
      try {
        results.push(...(await persist({ changes: some, isCareful: true })));
      } catch (error) {
        // Earlier parts are stored: the whole may be refused only if nothing is.
        if (from === 0) throw error;
        const failed = { outcome: "failed", error: postgresError(error) } as const;
        results.push(...some.map(() => failed));
      }
    }
    return results;
  }

  async function write(changes: readonly Change[]): Promise<readonly CommitResult[]> {
    if (!isOpen) throw closed();
    if (changes.length === 0) return [];
    try {
      return await persist({ changes, isCareful: false });
    } catch (error) {
      if (!needsCare(error, changes.length)) throw postgresError(error);
    }
    try {
      return await carefully(changes);
    } catch (error) {
      throw postgresError(error);
    }
  }

  return {
    commit(changes) {
      const written = last.then(() => write(changes));
      last = written.catch(() => {});
      return written;
    },
    async head(workspace) {
      if (!isOpen) throw closed();
      const open = await connection.get();
      const [row] = await open.prepared<ChainHead>("head", HEAD, [workspace]);
      return row ?? EMPTY_HEAD;
    },
    async close() {
      isOpen = false;
      await last;
      await connection.close();
    },
  };
}

/** If batches were in each other's way, or once if the server was away and came back. */
function mayTryAgain(error: unknown, tries: number): boolean {
  return error instanceof NeverStored ? tries === 1 : tries < MAX_TRIES && isRetriable(error);
}

/** Whether one change of the batch caused this, or their number. */
function needsCare(error: unknown, count: number): boolean {
  if (error instanceof NeverStored) return false;
  if (sqlState(error) === OUT_OF_LOCKS) return count > CAREFUL_AT_ONCE;
  return !isOfStore(error);
}

function closed(): EarshotError {
  return new EarshotError("SHUTTING_DOWN", "The store is closed. Start Earshot again.");
}
