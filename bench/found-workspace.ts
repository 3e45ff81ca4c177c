import { DatabaseSync } from "node:sqlite";
import { found } from "../src/core/bootstrap.ts";
import { createContext } from "../src/core/context.ts";
import { createDirectAuditReader } from "../src/store/direct-audit-reader.ts";
import { openPostgresStore } from "../src/store/postgres/postgres-store.ts";
import { systemClock } from "../src/system/clock.ts";
import { digest } from "../src/system/digest.ts";
import { createDirectPatternSearch } from "../src/system/direct-pattern-search.ts";
import { createIds } from "../src/system/ids.ts";
import { createMemorySecrets } from "../src/system/memory-secrets.ts";
import { createProcessFigures } from "../src/system/process-figures.ts";
import { checkSchema } from "../src/system/schema-check.ts";
import { createInboxParts } from "../src/testing/inbox-parts.ts";

/** Founds another workspace in a database that nodes serve; returns the secrets of its first keys. */
export async function foundWorkspace(
  url: string,
  workspace: string,
): Promise<{ readonly agent: string; readonly operator: string }> {
  const { store, close } = await openPostgresStore({ url, node: "bench" });
  const processFigures = createProcessFigures();
  try {
    const ctx = createContext({
      store,
      audit: createDirectAuditReader(store),
      search: createDirectPatternSearch(store),
      clock: systemClock,
      ids: createIds(systemClock),
      digest,
      checkSchema,
      process: processFigures,
      ...createMemorySecrets(),
      ...createInboxParts(new DatabaseSync(":memory:")),
    });
    const { owner, agent } = await found(ctx, { owner: "outsider", agent: "stranger" }, workspace);
    return { agent: agent.secret, operator: owner.secret };
  } finally {
    processFigures.close();
    await close();
  }
}
