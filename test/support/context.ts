import { DatabaseSync } from "node:sqlite";
import { type Context, createContext } from "../../src/core/context.ts";
import type { Clock } from "../../src/ports/clock.ts";
import { createDirectAuditReader } from "../../src/store/direct-audit-reader.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { digest } from "../../src/system/digest.ts";
import { createDirectPatternSearch } from "../../src/system/direct-pattern-search.ts";
import { createIds } from "../../src/system/ids.ts";
import { createMemorySecrets } from "../../src/system/memory-secrets.ts";
import { createProcessFigures } from "../../src/system/process-figures.ts";
import { checkSchema } from "../../src/system/schema-check.ts";
import { createInboxParts } from "../../src/testing/inbox-parts.ts";

export interface OpenContext {
  readonly ctx: Context;
  /** Writes what was counted, and closes the store. */
  close(): Promise<void>;
}

/** What the use cases work with, in this process: on a file, or on a store in memory. */
export async function openContext(
  clock: Clock,
  path: string | DatabaseSync = ":memory:",
): Promise<OpenContext> {
  const database = path === ":memory:" ? new DatabaseSync(path) : path;
  const store = await openSqliteStore({
    path: database,
    clock,
    onFatal(error) {
      throw error;
    },
  });
  const processFigures = createProcessFigures();
  const ctx = createContext({
    store,
    audit: createDirectAuditReader(store),
    search: createDirectPatternSearch(store),
    clock,
    ids: createIds(clock),
    digest,
    checkSchema,
    process: processFigures,
    ...createMemorySecrets(),
    ...createInboxParts(database),
  });
  return {
    ctx,
    async close() {
      processFigures.close();
      await ctx.tally.stop();
      await ctx.inbox.close();
      await store.close();
    },
  };
}
