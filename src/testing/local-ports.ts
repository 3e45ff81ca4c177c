import type { Ports } from "../core/call/context.ts";
import { createMind } from "../liaison/create-mind.ts";
import type { Store } from "../ports/store/store.ts";
import type { Clock } from "../ports/system/clock.ts";
import { createSqliteGraph } from "../store/graph/sqlite-graph.ts";
import { createDirectInboxReader } from "../store/inbox/in-memory-reader.ts";
import { createInboxReader } from "../store/inbox/sqlite-inbox-reader.ts";
import { createDirectAuditReader } from "../store/log/in-memory-reader.ts";
import { createAuditReader } from "../store/log/sqlite-log-reader.ts";
import { digest } from "../system/digest.ts";
import { createDirectPatternSearch } from "../system/direct-pattern-search.ts";
import { loadExpressions } from "../system/expressions/load.ts";
import { createIds } from "../system/ids.ts";
import { createMemorySecrets } from "../system/memory-secrets.ts";
import { createPasskeys } from "../system/passkeys.ts";
import { createProcessFigures } from "../system/process-figures.ts";
import { checkSchema } from "../system/schema-check.ts";
import { DatabaseSync } from "../system/sqlite.ts";
import { statements } from "../system/votes/statements.ts";
import { NO_RUNS } from "./simulator/no-runs.ts";

/** What the core needs, where no server is around it; `database` is what the inbox reads from. */
export function createLocalPorts({
  store,
  clock,
  database,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly database: string | DatabaseSync;
}): Ports & { readonly process: ReturnType<typeof createProcessFigures> } {
  return {
    store,
    audit:
      database instanceof DatabaseSync
        ? createDirectAuditReader(database, { digest, statements })
        : createAuditReader(database),
    search: createDirectPatternSearch(store),
    clock,
    ids: createIds(clock),
    digest,
    checkSchema,
    process: createProcessFigures(),
    ...createMemorySecrets(),
    passkeys: createPasskeys(),
    statements,
    expressions: loadExpressions,
    inbox:
      database instanceof DatabaseSync
        ? createDirectInboxReader(database)
        : createInboxReader(database),
    graph: createSqliteGraph(database, store),
    runs: NO_RUNS,
    liaison: createMind(),
  };
}
