import { EarshotError } from "../domain/errors.ts";
import type { Store } from "../ports/store/store.ts";
import { createAuthorityReads } from "./authority/postgres-reads.ts";
import { createLanes } from "./commit/lanes.ts";
import {
  type Committer,
  type CommitterOptions,
  createCommitter,
} from "./commit/postgres-committer.ts";
import { scrub } from "./erasure/scrub.ts";
import { createOutboxReads } from "./hub/postgres-reads.ts";
import { createInboxReads } from "./inbox/postgres-reads.ts";
import { createMemoryReads } from "./memory/postgres-reads.ts";
import { createKeyReads } from "./people/postgres-reads.ts";
import { EVERY_WORKSPACE, type PostgresDatabase } from "./postgres/database.ts";
import { createLeases } from "./postgres/leases.ts";
import {
  type OpenDatabase,
  type OpenDatabaseOptions,
  openDatabase,
} from "./postgres/open-database.ts";
import { openTimeline, type Timeline } from "./postgres/timeline.ts";
import type { OwnMembers } from "./queries.ts";
import { createMailboxReads } from "./requests/postgres-mailbox-reads.ts";
import { createRequestReads } from "./requests/postgres-reads.ts";
import { joinReads } from "./schema/join-reads.ts";
import { createScopedQueries } from "./scoped-queries.ts";
import { type MigrateOptions, migratePostgres } from "./setup/migrate-postgres.ts";
import { settlePostgres } from "./transfer/settle-postgres.ts";

/** The server works on one batch while it writes another to its disk. */
const COMMITS_AT_ONCE = 2;
/** A check costs a commit, so frequent callers get the last good result. */
const CHECKED_FOR_MS = 1_000;
/** A row without meaning, written by a check; it goes with the batches of its hour. */
const PROBE = `insert into batches (id, at) values ($1, earshot_now())
  on conflict (id) do update set at = excluded.at`;

export interface PostgresStoreOptions
  extends OpenDatabaseOptions,
    Omit<CommitterOptions, "connect" | "timeline"> {
  /** The one that migrates; see there. */
  readonly migrating?: MigrateOptions["connection"];
  readonly onUpgrade?: MigrateOptions["onUpgrade"];
}

export interface PostgresStore {
  readonly store: Store;
  readonly database: OpenDatabase;
  readonly timeline: Timeline;
  /** Closes the store and the pool under it. */
  close(): Promise<void>;
}

/** Opens the record in a PostgreSQL database and brings its tables up to date; any number of nodes may. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { url, migrating, onUpgrade } = options;
  await migratePostgres({ url, now: Date.now(), connection: migrating, onUpgrade });
  const database = await openDatabase(options);
  const timeline = await openTimeline(database);
  const committer = createLanes(COMMITS_AT_ONCE, () =>
    createCommitter({ ...options, connect: database.connect, timeline: timeline.compared }),
  );
  const store = assemble(database, { committer, node: options.node, timeline });
  return { store, database, timeline, close: () => store.close() };
}

interface Node {
  readonly committer: Committer;
  readonly node: string;
  readonly timeline: Timeline;
}

function assemble(database: PostgresDatabase, { committer, node, timeline }: Node): Store {
  let isOpen = true;

  function assertOpen(): void {
    if (!isOpen) {
      throw new EarshotError("SHUTTING_DOWN", "The store is closed. Start Earshot again.");
    }
  }

  const check = atMostEvery(CHECKED_FOR_MS, async () => {
    await database.query(EVERY_WORKSPACE, PROBE, [`check ${node}`]);
  });

  const own: OwnMembers = {
    commitsAtOnce: COMMITS_AT_ONCE,
    async commit(changes) {
      assertOpen();
      return await committer.commit(changes);
    },
    async head(workspace) {
      assertOpen();
      return await committer.head(workspace);
    },
    async promotion() {
      assertOpen();
      return await timeline.promotion();
    },
    async settleLoss(loss) {
      assertOpen();
      return await settlePostgres(database, loss, node);
    },
    async check() {
      assertOpen();
      await check();
    },
    async scrub() {
      assertOpen();
      return await scrub(database.url);
    },
    isOpen: () => isOpen,
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await committer.close();
      await database.close();
    },
  };
  return joinReads(
    createScopedQueries(database),
    createRequestReads(database),
    createKeyReads(database),
    createMemoryReads(database),
    createMailboxReads(database),
    createOutboxReads(database),
    createAuthorityReads(database),
    createInboxReads(database),
    createLeases(database),
    own,
  );
}

/** Runs once for all callers within this time after a success. */
function atMostEvery(ms: number, run: () => Promise<void>): () => Promise<void> {
  let wentWellAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  return async () => {
    if (performance.now() - wentWellAt < ms) return;
    running ??= run().finally(() => {
      running = undefined;
    });
    await running;
    wentWellAt = performance.now();
  };
}
