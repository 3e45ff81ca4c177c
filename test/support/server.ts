import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { startServer } from "../../src/compose/compose.ts";
import { checkAlive } from "../../src/compose/doors.ts";
import type { ServerOptions } from "../../src/compose/server.ts";
import { startSendingHeld } from "../../src/core/authority/send-held.ts";
import { createContext } from "../../src/core/call/context.ts";
import { createAuthenticate } from "../../src/core/callers/authenticate.ts";
import { createAuthenticateWeb } from "../../src/core/callers/authenticate-web.ts";
import { found } from "../../src/core/callers/bootstrap.ts";
import { asEndUser } from "../../src/core/callers/end-users.ts";
import { onExpiring, onHalted, onRevoked } from "../../src/core/callers/revocations.ts";
import { startScrapeKeys } from "../../src/core/callers/scrape-keys.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { startExpiry } from "../../src/core/requests/expire.ts";
import { createSignIn } from "../../src/core/sign-in/sign-in.ts";
import { createFigures } from "../../src/core/upkeep/figures.ts";
import { EarshotError } from "../../src/domain/errors.ts";
import { LOOPBACK_HOSTS } from "../../src/http/guard.ts";
import type { Hooks } from "../../src/http/hooks.ts";
import { createListener } from "../../src/http/listener.ts";
import { createMetrics } from "../../src/http/metrics.ts";
import { createPage } from "../../src/http/page.ts";
import { type Listening, listen } from "../../src/http/server.ts";
import { createMind } from "../../src/liaison/create-mind.ts";
import type { Push } from "../../src/ports/channels/push.ts";
import type { CreatedKey } from "../../src/ports/earshot/earshot.ts";
import type { Clock } from "../../src/ports/system/clock.ts";
import type { Gate } from "../../src/ports/system/door.ts";
import { viewEvidence } from "../../src/render/evidence/view-evidence.ts";
import { createSqliteGraph } from "../../src/store/graph/sqlite-graph.ts";
import { createInboxReader } from "../../src/store/inbox/sqlite-inbox-reader.ts";
import { createAuditReader } from "../../src/store/log/sqlite-log-reader.ts";
import { openSqliteStore } from "../../src/store/sqlite-store.ts";
import { systemClock } from "../../src/system/clock.ts";
import { dataPaths, readKeyFile } from "../../src/system/data-folder.ts";
import { digest } from "../../src/system/digest.ts";
import { createDirectPatternSearch } from "../../src/system/direct-pattern-search.ts";
import { loadExpressions } from "../../src/system/expressions/load.ts";
import { createIds } from "../../src/system/ids.ts";
import { createMemorySecrets } from "../../src/system/memory-secrets.ts";
import { createPasskeys } from "../../src/system/passkeys.ts";
import { createProcessFigures } from "../../src/system/process-figures.ts";
import { checkSchema } from "../../src/system/schema-check.ts";
import { statements } from "../../src/system/votes/statements.ts";
import { makeFolder, removeFolder } from "./cli.ts";
import { makeEmptyDataFolder, putEmptyRecord } from "./empty-record.ts";
import { fewRuns } from "./few-runs.ts";

/* Real servers inside the process of the test: real sockets, real files. */

/** A server as a caller finds it. */
export interface Door {
  readonly url: string;
  readonly port: number;
  /** The SQLite file behind it. */
  readonly database: string;
  close(): Promise<void>;
}

/** Every text that the tests send begins with it: no log may contain it. */
const CANARY = "canary";

let said = 0;

/** A text of its own. */
export function say(what = "text"): string {
  said += 1;
  return `${CANARY} ${said}: ${what}`;
}

export interface HomeServer extends Door {
  readonly folder: string;
  readonly agent: string;
  readonly operator: string;
  readonly stopped: Promise<void>;
  log(): string;
}

/** The server as `earshot start` runs it, on a folder of its own. Its starter closes it. */
export async function startHomeServer(
  reach: Pick<ServerOptions, "embedOrigins"> = {},
): Promise<HomeServer> {
  const parent = makeFolder();
  const folder = join(parent, "data");
  const paths = dataPaths(folder);
  await makeEmptyDataFolder(folder);
  const server = await startServer({ dataFolder: folder, port: 0, ...reach });
  const log = () => (existsSync(paths.log) ? readFileSync(paths.log, "utf8") : "");
  return {
    url: server.url,
    port: portOf(server.url),
    database: paths.database,
    folder,
    agent: readKeyFile(folder, "agent") ?? "",
    operator: readKeyFile(folder, "operator") ?? "",
    stopped: server.stopped,
    log,
    async close() {
      await server.stop();
      const text = log();
      removeFolder(parent);
      checkLog(text);
    },
  };
}

/** What must hold for the log of every server, whatever the test did to it. */
function checkLog(log: string): void {
  if (log.includes(CANARY)) throw new Error(`The log holds content: ${log}`);
  if (/ear_(live|web|page)_\w/.test(log)) throw new Error(`The log holds a secret: ${log}`);
  if (log.includes("a call failed inside")) throw new Error(`The server had a fault: ${log}`);
}

export interface PartsOptions {
  readonly folder: string;
  readonly clock?: Clock;
  /** How many streams one principal may hold open. */
  readonly maxStreams?: number;
  /** The folder of a built page. */
  readonly page?: string;
  /** Origins whose pages may frame what their users are asked. */
  readonly embedOrigins?: readonly string[];
  /** Where it is reached by TLS. */
  readonly publicUrl?: string;
  /** What platforms of channels call. */
  readonly hooks?: Hooks;
  readonly push?: Push;
}

export interface Parts extends Door {
  readonly ctx: ReturnType<typeof createContext>;
  /** Stops accepting calls first, as a stop does, and then closes the store. */
  stop(): Promise<void>;
}

/** A server assembled from its parts, for choices that the whole one does not offer a test. */
async function startParts({
  folder,
  clock = systemClock,
  maxStreams = 2_000,
  page,
  publicUrl,
  embedOrigins,
  hooks,
  push,
}: PartsOptions): Promise<Parts> {
  const database = join(folder, "earshot.db");
  if (!existsSync(database)) await putEmptyRecord(database);
  const faults: unknown[] = [];
  const store = await openSqliteStore({
    path: database,
    clock,
    onFatal: (error) => void faults.push(error),
  });
  const processFigures = createProcessFigures();
  const inbox = createInboxReader(database);
  const ctx = createContext({
    store,
    audit: createAuditReader(database),
    inbox,
    graph: createSqliteGraph(database, store),
    runs: fewRuns,
    liaison: createMind(),
    passkeys: createPasskeys(),
    statements,
    viewEvidence,
    search: createDirectPatternSearch(store),
    clock,
    ids: createIds(clock),
    digest,
    checkSchema,
    expressions: loadExpressions,
    process: processFigures,
    ...createMemorySecrets(),
    push,
  });
  const stopExpiry = startExpiry(ctx);
  const stopSending = startSendingHeld(ctx, { onFault: () => {} });
  const scrapeKeys = await startScrapeKeys(ctx);
  const metrics = createMetrics();
  let listening: Listening | undefined;
  let stopping: Promise<void> | undefined;

  function stop(): Promise<void> {
    stopping ??= (async () => {
      await stopExpiry();
      await stopSending();
      scrapeKeys.stop();
      ctx.waiters.stop();
      ctx.tail.stop();
      await listening?.close(1_000);
      metrics.close();
      processFigures.close();
      await ctx.tally.stop();
      await Promise.all([inbox.close(), ctx.graph.close()]);
      await store.close();
    })();
    return stopping;
  }

  const gate: Gate = {
    authenticate: createAuthenticate(ctx),
    scraper: scrapeKeys.find,
    asEndUser: (caller, token) => asEndUser(ctx, caller, token),
    authenticateWeb: createAuthenticateWeb(ctx),
    signIn: createSignIn(ctx),
    onExpiring: (listener) => onExpiring(ctx, listener),
    onHalted: (listener) => onHalted(ctx, listener),
    onRevoked: (listener) => onRevoked(ctx, listener),
    open: (caller) => createEarshot(ctx, caller),
    checkReady: async () => {
      if (stopping !== undefined) throw new EarshotError("SHUTTING_DOWN", "Stopping.");
      await store.check();
      return {};
    },
    isStopping: () => stopping !== undefined,
    checkAlive: () => checkAlive(ctx),
    stop: () => void setImmediate(stop),
    noteUse() {},
    tally: ctx.tally,
    figures: createFigures(ctx),
  };
  const listener = createListener({
    gate,
    metrics,
    allowedHosts: [
      ...LOOPBACK_HOSTS,
      ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
    ],
    version: "0.0.0",
    maxStreams,
    page: page === undefined ? undefined : createPage(page, embedOrigins),
    publicUrl,
    hooks,
    onFault: (error) => void faults.push(error),
  });
  listening = await listen(listener, { host: "127.0.0.1", port: 0 });
  const { port } = listening;
  return {
    ctx,
    url: `http://127.0.0.1:${port}`,
    port,
    database,
    stop,
    async close() {
      await stop();
      if (faults.length > 0) throw new AggregateError(faults, "The server had faults of its own.");
    },
  };
}

export interface TwoWorkspaces extends Door {
  readonly home: { readonly owner: CreatedKey; readonly agent: CreatedKey };
  readonly abroad: { readonly owner: CreatedKey; readonly agent: CreatedKey };
}

/** One server with two workspaces, each with its own keys. Its starter closes it. */
export async function startTwoWorkspaces(
  options: Omit<PartsOptions, "folder"> = {},
): Promise<TwoWorkspaces> {
  const folder = makeFolder();
  const parts = await startParts({ folder, ...options });
  const home = await found(parts.ctx, { owner: "owner", agent: "scout" });
  const abroad = await found(parts.ctx, { owner: "outsider", agent: "stranger" }, "abroad");
  return {
    url: parts.url,
    port: parts.port,
    database: parts.database,
    home,
    abroad,
    async close() {
      await parts.close().finally(() => removeFolder(folder));
    },
  };
}

/** A server for one test. */
export async function homeServer(): Promise<HomeServer> {
  const server = await startHomeServer();
  onTestFinished(() => server.close());
  return server;
}

/** A server with two workspaces for one test. */
export async function twoWorkspaces(
  options?: Omit<PartsOptions, "folder">,
): Promise<TwoWorkspaces> {
  const server = await startTwoWorkspaces(options);
  onTestFinished(() => server.close());
  return server;
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}
