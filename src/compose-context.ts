import type { Logger } from "pino";
import { type Context, createContext } from "./core/context.ts";
import { createRunsReader } from "./host/report/runs-reader.ts";
import { createAuditReader } from "./store/sqlite/audit-reader.ts";
import type { CommitPoint } from "./store/sqlite/committer.ts";
import { createInboxReader } from "./store/sqlite/inbox-reader.ts";
import { MEMORY_TEXTS } from "./store/sqlite/memory-reads.ts";
import { openSqliteStore } from "./store/sqlite/sqlite-store.ts";
import { createAnchor } from "./system/anchor.ts";
import { systemClock } from "./system/clock.ts";
import type { DataFolder } from "./system/data-folder.ts";
import { digest } from "./system/digest.ts";
import { hidingVault } from "./system/hiding-vault.ts";
import { createIds } from "./system/ids.ts";
import { isLocked } from "./system/lock.ts";
import { createPasskeys } from "./system/passkeys.ts";
import { createPatternSearch } from "./system/pattern-search.ts";
import { createProcessFigures } from "./system/process-figures.ts";
import { checkSchema } from "./system/schema-check.ts";
import { createSigner } from "./system/signer.ts";
import { createVault } from "./system/vault.ts";

export interface ContextOptions {
  readonly paths: DataFolder["paths"];
  readonly log: Logger;
  /** Hears of every secret of the vault, so that no line of the log shows one. */
  readonly addSecret: (secret: string) => void;
  readonly anchor: string | undefined;
  readonly onCommitPoint: ((point: CommitPoint) => void) | undefined;
}

/** The core's context over one data folder, and the end of everything that is open behind it. */
export interface OpenContext {
  readonly ctx: Context;
  close(): Promise<void>;
}

/** EX_IOERR of sysexits: nobody can say what is on disk; start again and read it. */
const FATAL_EXIT = 74;

export async function openContext(options: ContextOptions): Promise<OpenContext> {
  const { paths, log } = options;
  const store = await openSqliteStore({
    path: paths.database,
    clock: systemClock,
    onFatal(error) {
      log.fatal({ err: error }, "the store is lost to this process; it ends to read it anew");
      process.exit(FATAL_EXIT);
    },
    ...(options.onCommitPoint === undefined ? {} : { onPoint: options.onCommitPoint }),
  });
  const processFigures = createProcessFigures();
  const search = createPatternSearch({ path: paths.database, texts: MEMORY_TEXTS });
  const inbox = createInboxReader(paths.database);
  const runs = createRunsReader({ root: paths.root, isLocked });
  const ctx = createContext({
    store,
    audit: createAuditReader(paths.database),
    search,
    clock: systemClock,
    ids: createIds(systemClock),
    digest,
    checkSchema,
    process: processFigures,
    signer: createSigner({ path: paths.signingKeys, now: systemClock.now }),
    vault: hidingVault(createVault({ path: paths.vaultKey }), options.addSecret),
    anchor: createAnchor(options.anchor ?? paths.anchor),
    passkeys: createPasskeys(),
    inbox,
    runs,
  });
  return {
    ctx,
    async close() {
      processFigures.close();
      await Promise.all([search.close(), inbox.close(), runs.close()]);
      await store.close();
    },
  };
}
