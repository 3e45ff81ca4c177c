import { type Connection, EVERY_WORKSPACE } from "../postgres/database.ts";
import { createPruning, type PruningOptions } from "./batch-pruning.ts";
import { fateOf } from "./lost-commit.ts";

/*
 * A result promises that the change is on disk, whatever the server's own setting is. The commit
 * function sets the workspace itself. Its plans are made once, often over empty tables, and must still
 * be right when these are large. So rows are found one by one, by their keys.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  "earshot.workspace": `'${EVERY_WORKSPACE}'`,
  synchronous_commit: `case current_setting('synchronous_commit')
    when 'remote_apply' then 'remote_apply' else 'on' end`,
  plan_cache_mode: "'force_generic_plan'",
  enable_seqscan: "'off'",
  enable_bitmapscan: "'off'",
  enable_hashjoin: "'off'",
  enable_mergejoin: "'off'",
  jit: "'off'",
};
const BEGIN = `select ${Object.entries(SETTINGS)
  .map(([name, value]) => `set_config('${name}', ${value}, false)`)
  .join(", ")}`;

/** The one connection that commits; it is opened again after a loss. */
export interface CommitConnection {
  /** Rejects with STORE_UNAVAILABLE. */
  get(): Promise<Connection>;
  /** Gives the connection up as lost. */
  drop(connection: Connection): void;
  /** Makes sure, before anything else is committed, that the lost batch never will be. */
  mark(batch: string): void;
  close(): Promise<void>;
}

export interface CommitConnectionOptions {
  /** A connection of the application's role, with its time-outs set. */
  connect(purpose: string): Promise<Connection>;
  readonly pruning?: PruningOptions;
}

export function createCommitConnection(options: CommitConnectionOptions): CommitConnection {
  let current: Connection | undefined;
  let opening: Promise<Connection> | undefined;
  let unsettled: string[] = [];
  const pruning = createPruning(options.pruning);

  async function open(): Promise<Connection> {
    const connection = await options.connect("commits");
    try {
      await connection.query(BEGIN);
      for (const id of unsettled) await fateOf(connection, { id, sentAt: 0 });
    } catch (error) {
      await connection.close();
      throw error;
    }
    unsettled = [];
    current = connection;
    return connection;
  }

  function drop(connection: Connection): void {
    if (current === connection) current = undefined;
    void connection.close();
  }

  return {
    async get() {
      if (current?.isOpen() === true) {
        void pruning.prune(current);
        return current;
      }
      opening ??= open().finally(() => {
        opening = undefined;
      });
      return await opening;
    },
    drop,
    mark(batch) {
      unsettled.push(batch);
    },
    async close() {
      await opening?.catch(() => {});
      await current?.close();
      current = undefined;
    },
  };
}
