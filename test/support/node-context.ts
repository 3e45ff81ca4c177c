import { randomUUID } from "node:crypto";
import { type Context, createContext } from "../../src/core/call/context.ts";
import { createAuthenticate } from "../../src/core/callers/authenticate.ts";
import { callerWithAllRights } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { createMind } from "../../src/liaison/create-mind.ts";
import type { Outlets } from "../../src/ports/channels/outlets.ts";
import type { CreatedKey, Earshot } from "../../src/ports/earshot/earshot.ts";
import type { Clock } from "../../src/ports/system/clock.ts";
import { viewEvidence } from "../../src/render/evidence/view-evidence.ts";
import { createPostgresGraph } from "../../src/store/graph/postgres-graph.ts";
import { createInboxReader } from "../../src/store/inbox/postgres-inbox-reader.ts";
import { createAuditReader } from "../../src/store/log/postgres-log-reader.ts";
import {
  createDatabaseClock,
  type DatabaseClock,
} from "../../src/store/postgres/database-clock.ts";
import { createOthers, type PostgresOthers } from "../../src/store/postgres/listener.ts";
import { createTurns } from "../../src/store/postgres/turns.ts";
import { openPostgresStore } from "../../src/store/postgres-store.ts";
import { digest } from "../../src/system/digest.ts";
import { createDirectPatternSearch } from "../../src/system/direct-pattern-search.ts";
import { loadExpressions } from "../../src/system/expressions/load.ts";
import { createIds } from "../../src/system/ids.ts";
import { createMemorySecrets, type MemorySecrets } from "../../src/system/memory-secrets.ts";
import { createPasskeys } from "../../src/system/passkeys.ts";
import { createProcessFigures } from "../../src/system/process-figures.ts";
import { checkSchema } from "../../src/system/schema-check.ts";
import { statements } from "../../src/system/votes/statements.ts";
import { NO_RUNS } from "../../src/testing/simulator/no-runs.ts";

/** The use cases of one node in this process, over a database that others share. */
export interface NodeContext {
  readonly ctx: Context;
  readonly others: PostgresOthers;
  as(key: CreatedKey): Earshot;
  /** As the holder of the secret; undefined if the key is not valid. */
  signIn(secret: string): Promise<Earshot | undefined>;
  close(): Promise<void>;
}

export interface NodeContextOptions {
  readonly url: string;
  /** Shared by the nodes of a test, as nodes share their keys. */
  readonly secrets?: MemorySecrets;
  /** Gets no notices from other nodes: it learns of changes only by looking. */
  readonly isDeaf?: boolean;
  readonly outlets?: Outlets;
  /** Its clock, made from the database's. */
  readonly clockOf?: (clock: Clock) => Clock;
}

export async function openNodeContext({
  url,
  secrets = createMemorySecrets(),
  isDeaf = false,
  outlets,
  clockOf = (clock) => clock,
}: NodeContextOptions): Promise<NodeContext> {
  const node = randomUUID();
  let clock: DatabaseClock | undefined;
  const opened = await openPostgresStore({ url, node, onTime: (sample) => clock?.observe(sample) });
  const { store, database, timeline } = opened;
  clock = await createDatabaseClock(database);
  const heard = isDeaf
    ? {
        ...database,
        async connect(purpose: string) {
          const connection = await database.connect(purpose);
          connection.onNotification = () => {};
          return connection;
        },
      }
    : database;
  const others = createOthers({ database: heard, timeline, node, pollMs: 300 });
  const turns = createTurns({ database });
  const processFigures = createProcessFigures();
  const inbox = createInboxReader(url);
  const ctx = createContext({
    store,
    digest,
    checkSchema,
    expressions: loadExpressions,
    inbox,
    others,
    turns,
    outlets,
    ...secrets,
    clock: clockOf(clock),
    audit: createAuditReader(url),
    search: createDirectPatternSearch(store),
    graph: createPostgresGraph(database, store),
    ids: createIds(clock),
    process: processFigures,
    passkeys: createPasskeys(),
    statements,
    viewEvidence,
    runs: NO_RUNS,
    liaison: createMind(),
  });
  const stopFollowing = await ctx.following.start();
  const authenticate = createAuthenticate(ctx);
  const closing = clock;
  return {
    ctx,
    others,
    as({ key, principal }) {
      return createEarshot(ctx, { ...callerWithAllRights(principal), key: key.id });
    },
    async signIn(secret) {
      const caller = await authenticate(secret);
      return caller === undefined ? undefined : createEarshot(ctx, caller);
    },
    async close() {
      processFigures.close();
      ctx.waiters.stop();
      ctx.tail.stop();
      await stopFollowing();
      await ctx.tally.stop();
      closing.close();
      await Promise.all([inbox.close(), turns.close()]);
      await opened.close();
    },
  };
}
