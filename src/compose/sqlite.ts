import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { createSteadyClock } from "../core/call/steady-clock.ts";
import { present } from "../domain/present.ts";
import { createSqliteGraph } from "../store/graph/sqlite-graph.ts";
import { createInboxReader } from "../store/inbox/sqlite-inbox-reader.ts";
import { createAuditReader } from "../store/log/sqlite-log-reader.ts";
import { MEMORY_TEXTS } from "../store/memory/sqlite-reads.ts";
import { openSqliteStore } from "../store/sqlite-store.ts";
import { systemClock } from "../system/clock.ts";
import { createPatternSearch } from "../system/pattern-search.ts";
import { keepPrivate } from "../system/private-file.ts";
import { createSigner } from "../system/signer.ts";
import { createVault } from "../system/vault.ts";
import { endAt, type OpenStore, type StoreOptions } from "./store.ts";

const STATE_SECRET_BYTES = 32;

/** A store in one file of the data folder, for one process, with its keys beside it. */
export async function openSqlite(
  opened: AsyncDisposableStack,
  { paths, log, longestPauseMs, onCommitPoint, onUpgrade }: StoreOptions,
): Promise<OpenStore> {
  // The store's too: a lease would be over at once for who holds it, or never.
  const clock = createSteadyClock(systemClock, { longestPauseMs });
  keepPrivate(paths.database);
  // Files that a killed server left behind. New ones get the mode of the database.
  const left = ["-wal", "-shm"].map((end) => `${paths.database}${end}`);
  left.filter((path) => existsSync(path)).forEach(keepPrivate);
  const store = await openSqliteStore({
    path: paths.database,
    clock,
    onFatal: endAt(log),
    onUpgrade,
    ...present({ onPoint: onCommitPoint }),
  });
  opened.defer(() => store.close());
  const search = createPatternSearch({ path: paths.database, texts: MEMORY_TEXTS });
  opened.defer(() => search.close());
  const inbox = createInboxReader(paths.database);
  opened.defer(() => inbox.close());
  const graph = createSqliteGraph(paths.database, store);
  opened.defer(() => graph.close());
  return {
    ports: {
      store,
      audit: createAuditReader(paths.database),
      search,
      clock,
      inbox,
      graph,
      signer: createSigner({ path: paths.signingKeys, now: clock.now }),
      vault: createVault({ path: paths.vaultKey }),
    },
    stateSecret: randomBytes(STATE_SECRET_BYTES),
    place: `SQLite in ${paths.root}`,
  };
}
