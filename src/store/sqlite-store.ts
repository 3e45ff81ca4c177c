import { statfsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { EarshotError } from "../domain/errors.ts";
import type { SetBack } from "../domain/log/set-back.ts";
import type { SettleLoss, Store } from "../ports/store/store.ts";
import { isErasing } from "../ports/store/write-effects.ts";
import type { Clock } from "../ports/system/clock.ts";
import { createAuthorityReads } from "./authority/sqlite-reads.ts";
import {
  type Committer,
  type CommitterOptions,
  createCommitter,
} from "./commit/sqlite-committer.ts";
import { createOpenLikes, type OpenLikes } from "./hub/open-likes.ts";
import { createOutboxReads } from "./hub/sqlite-reads.ts";
import { createInboxReads, type InboxReads } from "./inbox/sqlite-reads.ts";
import { createRecentMemory } from "./memory/recent-memory.ts";
import { createMemoryReads } from "./memory/sqlite-reads.ts";
import { migrate } from "./migrations/migrations.ts";
import type { Progress } from "./migrations/on-upgrade.ts";
import { createKeyReads } from "./people/sqlite-reads.ts";
import { createQueries, type OwnMembers } from "./queries.ts";
import { createMailboxReads } from "./requests/sqlite-mailbox-reads.ts";
import { createOpenRequests } from "./requests/sqlite-open-requests.ts";
import { createRequestReads } from "./requests/sqlite-reads.ts";
import { joinReads } from "./schema/join-reads.ts";
import { sqliteDialect } from "./schema/sqlite-dialect.ts";
import { createCheckpointer } from "./sqlite/checkpointer.ts";
import { copyBeforeUpgrade, leftByUpgrade } from "./sqlite/copy-before-upgrade.ts";
import { type Database, openWriter } from "./sqlite/database.ts";
import { isFatal, storeError } from "./sqlite/errors.ts";
import { createLeases, type SqliteLeases } from "./sqlite/leases.ts";
import { settleLoss } from "./transfer/settle-loss.ts";
import type { Settling } from "./transfer/settle-workspace.ts";
import { insertInto, sqliteShapes } from "./transfer/sqlite-shape.ts";

/** A check costs a commit, so frequent callers get the last good result. */
const CHECKED_FOR_MS = 1_000;
/** The smallest write still fits where a question does not, so less room than this counts as none. */
const HEADROOM_BYTES = 1024 * 1024;
/** 32 MB of write-ahead log, reached only if the thread that empties it does not keep up. */
const LOG_PAGES = 8_192;

/** A reader of the log, such as a verification, lets go of it after each page. */
const SCRUB_TRIES = 100;
const SCRUB_PAUSE_MS = 50;

export interface SqliteStoreOptions extends CommitterOptions {
  /** A file on a local disk, `:memory:`, or an open database, which stays open. */
  readonly path: string | DatabaseSync;
  readonly clock: Pick<Clock, "now">;
  /** Tells people how far the record of an earlier version has been brought up to date. */
  readonly onUpgrade?: Progress | undefined;
}

/** Opens the record in one SQLite file and brings its tables up to date. One process at a time. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const db = openWriter(options.path);
  await bringUpToDate(db, options);
  const leases = createLeases(db, options);
  const committer = createCommitter(db, { ...options, leases });
  let isOpen = true;

  function assertOpen(): void {
    if (!isOpen)
      throw new EarshotError("SHUTTING_DOWN", "The store is closed. Start Earshot again.");
  }

  /** Reads fail with an EarshotError, whatever SQLite threw. */
  function guarded<T extends object>(reads: T): T {
    const wrapped = Object.entries(reads).map(([name, read]) => [
      name,
      async (...args: unknown[]) => {
        assertOpen();
        try {
          return await read(...args);
        } catch (error) {
          throw storeError(error);
        }
      },
    ]);
    return Object.fromEntries(wrapped) as T;
  }

  const open = createOpenRequests();
  const recent = createRecentMemory();
  const likes = createOpenLikes(db);
  const inbox = createInboxReads(db);
  const checkpointer = startCheckpointer(db, options);
  const stored = guarded(createRequestReads(db));
  let lastCheck = Number.NEGATIVE_INFINITY;

  const reads = guarded(
    joinReads(
      createQueries(db.kysely, sqliteDialect),
      keptReads(leases, likes, inbox),
      ownReads(db),
      createMemoryReads(db, recent),
    ),
  );
  const own: OwnMembers & Pick<Store, "findRequest"> = {
    async findRequest(workspace, id) {
      assertOpen();
      return open.get(workspace, id) ?? (await stored.findRequest(workspace, id));
    },
    async commit(changes) {
      assertOpen();
      const results = committer.commit(changes);
      open.committed(changes, results);
      likes.committed(changes, results);
      recent.committed(changes, results);
      inbox.committed(changes);
      checkpointer?.committed(changes.some(({ writes }) => writes.some(isErasing)));
      return results;
    },
    async head(workspace) {
      return committer.head(workspace);
    },
    // A file has one server.
    promotion: async () => undefined,
    async settleLoss(loss) {
      assertOpen();
      return await settleSqlite(db, committer, loss);
    },
    async check() {
      assertOpen();
      const now = options.clock.now();
      if (Math.abs(now - lastCheck) < CHECKED_FOR_MS) return;
      assertRoom(options.path);
      committer.probe();
      lastCheck = now;
    },
    async scrub() {
      assertOpen();
      return checkpointer === undefined ? [] : await scrubLog(db, { ...options, assertOpen });
    },
    isOpen: () => isOpen,
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await checkpointer?.close();
      db.close();
    },
  };
  return joinReads(reads, own);
}

/** An earlier version cannot go on with what this one has changed, but with the copy that comes first. */
async function bringUpToDate(
  db: Database,
  { path, clock, onUpgrade: progress }: SqliteStoreOptions,
): Promise<void> {
  const before = () => {
    if (typeof path !== "string" || path === ":memory:") return;
    progress?.("The record of an earlier version is brought up to date. First it is copied.");
    progress?.(`copied to ${copyBeforeUpgrade(db, path)}`);
  };
  const options = { dialect: sqliteDialect, now: clock.now(), onUpgrade: { before, progress } };
  try {
    await migrate(db.kysely, options);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** What an erasure has left, after it has emptied the write-ahead log. */
async function scrubLog(
  db: Database,
  { assertOpen, ...options }: SqliteStoreOptions & { readonly assertOpen: () => void },
): Promise<readonly string[]> {
  for (let tries = 0; tries < SCRUB_TRIES; tries++) {
    if (emptyLog(db, options)) return leftByUpgrade(options.path);
    await setTimeout(SCRUB_PAUSE_MS);
    assertOpen();
  }
  return ["SQLite's write-ahead log, which is being read: until a second after that has ended"];
}

/** In one transaction, which nobody else is in: it is called before the store is used. */
async function settleSqlite(
  db: Database,
  committer: Committer,
  loss: SettleLoss,
): Promise<SetBack | undefined> {
  db.raw.exec("begin immediate");
  try {
    const target: Settling = {
      tables: sqliteShapes(db.raw),
      async insert(table, rows) {
        const statement = db.prepare(insertInto(table));
        for (const row of rows) statement.run(...row);
      },
      all: async (text, values) => db.raw.prepare(text).all(...values) as never,
    };
    const settled = await settleLoss(target, loss, committer.head(loss.lost.workspace));
    db.raw.exec("commit");
    committer.forgetHeads();
    return settled?.setBack;
  } catch (error) {
    if (db.raw.isTransaction) db.raw.exec("rollback");
    throw storeError(error);
  }
}

/** What this process knows because no other writes. */
function keptReads(
  { takeLease, releaseLease, listLeases }: SqliteLeases,
  { openLike }: OpenLikes,
  { listInbox, countInbox }: InboxReads,
) {
  return { takeLease, releaseLease, listLeases, openLike, listInbox, countInbox };
}

/** The reads that SQLite does in its own way, and that keep nothing in memory. */
function ownReads(db: Database) {
  return joinReads(
    createKeyReads(db),
    createMailboxReads(db),
    createAuthorityReads(db),
    createOutboxReads(db),
  );
}

/** None for a database in memory, which has no write-ahead log. */
function startCheckpointer(db: Database, options: SqliteStoreOptions) {
  const { path } = options;
  if (typeof path !== "string" || path === ":memory:") return undefined;
  db.raw.exec(`pragma wal_autocheckpoint = ${LOG_PAGES}`);
  return createCheckpointer(path, { ...options, empty: () => emptyLog(db, options) });
}

/** False if somebody reads the log, or if it cannot be emptied now. */
function emptyLog(db: Database, { onFatal }: Pick<SqliteStoreOptions, "onFatal">): boolean {
  try {
    return db.prepare("pragma wal_checkpoint(truncate)").get()?.["busy"] === 0;
  } catch (error) {
    if (isFatal(error)) onFatal(error);
    return false;
  }
}

function assertRoom(path: SqliteStoreOptions["path"]): void {
  if (typeof path !== "string" || path === ":memory:") return;
  const { bavail, bsize } = statfsSync(path);
  if (bavail * bsize >= HEADROOM_BYTES) return;
  throw new EarshotError(
    "STORE_UNAVAILABLE",
    "The disk is almost full: less than 1 MiB is free for the data folder. Free some space; Earshot goes on by itself.",
  );
}
