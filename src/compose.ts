import { randomBytes } from "node:crypto";
import { destination, pino } from "pino";
import { composeSurface } from "./compose-surface.ts";
import { createAuthenticate } from "./core/authenticate.ts";
import { found } from "./core/bootstrap.ts";
import { type Context, createContext } from "./core/context.ts";
import { createEarshot } from "./core/create-earshot.ts";
import { startExpiry } from "./core/expire.ts";
import { putPolicy } from "./core/policy.ts";
import { recordToolCall } from "./core/record-tool-call.ts";
import { restoreKey } from "./core/restore-key.ts";
import { onRevoked } from "./core/revocations.ts";
import { startSealing } from "./core/seal-log.ts";
import { EarshotError } from "./domain/errors.ts";
import { DEFAULT_WORKSPACE } from "./domain/id.ts";
import type { JsonObject } from "./domain/json.ts";
import type { Caller } from "./domain/principal.ts";
import { withRight } from "./domain/rights.ts";
import { LOOPBACK_HOSTS } from "./http/guard.ts";
import { createListener } from "./http/listener.ts";
import { createMetrics } from "./http/metrics.ts";
import { type Listening, listen } from "./http/server.ts";
import type { McpExtension } from "./mcp/extension.ts";
import { MCP_FACTS } from "./mcp/facts.ts";
import { createMcpMount } from "./mcp/mount.ts";
import type { McpOptions } from "./mcp/options.ts";
import type { Gate } from "./ports/door.ts";
import type { Earshot } from "./ports/earshot.ts";
import { createAuditReader } from "./store/sqlite/audit-reader.ts";
import type { CommitPoint } from "./store/sqlite/committer.ts";
import { MEMORY_TEXTS } from "./store/sqlite/memory-reads.ts";
import { openSqliteStore } from "./store/sqlite/sqlite-store.ts";
import { createAnchor } from "./system/anchor.ts";
import { systemClock } from "./system/clock.ts";
import {
  type DataFolder,
  readKeyFile,
  takeDataFolder,
  writeKeyFile,
} from "./system/data-folder.ts";
import { digest } from "./system/digest.ts";
import { hidingVault } from "./system/hiding-vault.ts";
import { createIds } from "./system/ids.ts";
import { createRedactedLines } from "./system/log-redaction.ts";
import { resourceDocuments, resourceMetadataUrl } from "./system/oauth/resource-metadata.ts";
import { checkOAuth, type OAuthOptions, type OAuthSettings } from "./system/oauth/settings.ts";
import { createTokenVerifier } from "./system/oauth/token-verifier.ts";
import { createPatternSearch } from "./system/pattern-search.ts";
import { createProcessFigures } from "./system/process-figures.ts";
import { checkSchema } from "./system/schema-check.ts";
import { createSigner } from "./system/signer.ts";
import { createVault } from "./system/vault.ts";
import type { SecurityThresholds } from "./tools/interaction/security-score.ts";
import { VERSION } from "./version.ts";

export interface ServerOptions {
  /** Where everything is kept; made where it is not there. */
  readonly dataFolder: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Takes tokens of an authorization server beside its own keys; none where it says nothing. */
  readonly oauth?: OAuthOptions;
  /** How many tools one principal may call in a minute; 600 where absent. */
  readonly toolCallsPerMinute?: number;
  /** What the security score is made of. */
  readonly securityThresholds?: SecurityThresholds;
  /** How long and how calls over MCP are held. */
  readonly mcp?: Pick<McpOptions, "continueRounds" | "intervalMs" | "stateTtlMs">;
  /** What MCP clients are served besides, for the conformance suite of the protocol. */
  readonly mcpExtension?: McpExtension;
  /** The policy to put in force, in the form of `earshot.yaml`; the one before stays where absent. */
  readonly policy?: JsonObject;
  /** The same, put in force only where none was ever applied. */
  readonly firstPolicy?: JsonObject;
  /** The file that checkpoints of the log are appended to; one in the data folder where absent. */
  readonly anchor?: string;
  /** For tests that end the process at the worst moment. */
  readonly onCommitPoint?: (point: CommitPoint) => void;
}

/** A server of one data folder. */
export interface RunningServer {
  readonly url: string;
  /** Earshot in process as the holder of a key; undefined for an unknown or revoked one. */
  signIn(secret: string): Promise<Earshot | undefined>;
  /** Ends waits with `pending`, lets calls finish, closes the store. */
  stop(): Promise<void>;
  /** Resolves when the server has stopped, by whosever wish. */
  readonly stopped: Promise<void>;
}

const HOST = "127.0.0.1";
const GRACE_MS = 10_000;
/** EX_IOERR of sysexits: nobody can say what is on disk; start again and read it. */
const FATAL_EXIT = 74;

/** Starts Earshot on one machine: SQLite in the data folder, HTTP on the loopback address. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const oauth = checkOAuth(options.oauth ?? {});
  const folder = takeDataFolder(options.dataFolder);
  try {
    return await startOn(folder, options, oauth);
  } catch (error) {
    folder.release();
    throw error;
  }
}

async function startOn(
  folder: DataFolder,
  options: ServerOptions,
  oauth: OAuthSettings | undefined,
): Promise<RunningServer> {
  const lines = destination({ dest: folder.paths.log, mode: 0o600, sync: true });
  // A line that finds no room on a full disk is lost; unheard, its error would be thrown at whoever
  // wrote the line and end what they are doing: a stop, or the end of a process that must not go on.
  lines.on("error", () => {});
  const redacted = createRedactedLines(lines);
  const log = pino({ base: { pid: process.pid } }, redacted);
  const store = await openSqliteStore({
    path: folder.paths.database,
    clock: systemClock,
    onFatal(error) {
      log.fatal({ err: error }, "the store is lost to this process; it ends to read it anew");
      process.exit(FATAL_EXIT);
    },
    ...(options.onCommitPoint === undefined ? {} : { onPoint: options.onCommitPoint }),
  });
  const processFigures = createProcessFigures();
  const search = createPatternSearch({ path: folder.paths.database, texts: MEMORY_TEXTS });
  const ctx = createContext({
    store,
    audit: createAuditReader(folder.paths.database),
    search,
    clock: systemClock,
    ids: createIds(systemClock),
    digest,
    checkSchema,
    process: processFigures,
    signer: createSigner({ path: folder.paths.signingKeys, now: systemClock.now }),
    vault: hidingVault(createVault({ path: folder.paths.vaultKey }), redacted.addKnown),
    anchor: createAnchor(options.anchor ?? folder.paths.anchor),
  });
  await prepareKeys(ctx, folder.paths.root);
  await preparePolicy(ctx, options);
  const stopExpiry = startExpiry(ctx);
  const stopSealing = startSealing(ctx, {
    onFault: (error) => log.warn({ err: error }, "the log could not be sealed; it is tried again"),
  });
  const metrics = createMetrics();
  const onFailure = (error: unknown) =>
    log.warn({ err: error }, "the authorization server's keys cannot be had");
  const verifier =
    oauth === undefined
      ? undefined
      : createTokenVerifier({ settings: oauth, clock: systemClock, onFailure });
  const authenticate = createAuthenticate(ctx, verifier);
  const opened = new WeakMap<Caller, Earshot>();

  const surface = composeSurface({
    tally: ctx.tally,
    digest: digest.json,
    // The log is not the caller's to leave out: no scope of its key decides whether it is kept.
    record: (caller, input, options) =>
      recordToolCall(ctx, withRight(caller, "record"), { input, options }),
    now: systemClock.now,
    toolCallsPerMinute: options.toolCallsPerMinute,
    securityThresholds: options.securityThresholds,
    mcp: MCP_FACTS,
    resourceMetadataUrl: oauth === undefined ? undefined : resourceMetadataUrl(oauth),
    onFault: (error) => log.warn({ err: error }, "a tool call went wrong inside or was not logged"),
  });

  let listening: Listening | undefined;
  let stopping: Promise<void> | undefined;
  let endStreams = async () => {};
  let resolveStopped = () => {};
  const stopped = new Promise<void>((resolve) => {
    resolveStopped = resolve;
  });

  function stop(): Promise<void> {
    stopping ??= (async () => {
      log.info("stopping");
      stopExpiry();
      ctx.waiters.stop();
      ctx.tail.stop();
      const quiet = endStreams();
      await listening?.close(GRACE_MS);
      await quiet;
      await surface.settled();
      metrics.close();
      processFigures.close();
      await ctx.tally.stop();
      await stopSealing();
      await search.close();
      await store.close();
      folder.release();
      log.info("stopped");
      resolveStopped();
    })();
    return stopping;
  }

  const gate: Gate = {
    authenticate,
    onRevoked: (listener) => onRevoked(ctx, listener),
    open(caller) {
      const known = opened.get(caller);
      if (known !== undefined) return known;
      const earshot = createEarshot(ctx, caller);
      opened.set(caller, earshot);
      return earshot;
    },
    checkReady: async () => {
      if (stopping !== undefined)
        throw new EarshotError("SHUTTING_DOWN", "The server is stopping.");
      await store.check();
    },
    isStopping: () => stopping !== undefined,
    // After the answer to this call has been written.
    stop: () => void setImmediate(stop),
    tally: ctx.tally,
    figures: async (caller) => ({
      openRequests: await store.countOpen(caller.principal.workspace),
      waiters: ctx.waiters.count(),
      lastEvent: (await store.head(caller.principal.workspace)).seq,
    }),
  };
  const mcp = createMcpMount({
    ...options.mcp,
    tools: surface.tools,
    version: VERSION,
    stateSecret: randomBytes(32),
    checkSchema,
    now: systemClock.now,
    open: gate.open,
    extension: options.mcpExtension,
    onFault: (error) => log.error({ err: error }, "a call over MCP failed inside"),
  });
  endStreams = mcp.stop;
  const listener = createListener({
    gate,
    metrics,
    surface,
    mounts: [mcp],
    ...facing(oauth),
    version: VERSION,
    onFault: (error) => log.error({ err: error }, "a call failed inside"),
  });
  listening = await listen(listener, { host: HOST, port: options.port });
  const url = `http://${HOST}:${listening.port}`;
  folder.announce({ url, pid: process.pid, startedAt: new Date().toISOString() });
  log.info({ url, version: VERSION }, "listening");
  return {
    url,
    stop,
    stopped,
    async signIn(secret) {
      const caller = await authenticate(secret);
      return caller === undefined ? undefined : createEarshot(ctx, caller);
    },
  };
}

/** The names by which the server may be called, and how it tells where tokens for it come from. */
function facing(oauth: OAuthSettings | undefined) {
  if (oauth === undefined) return { allowedHosts: LOOPBACK_HOSTS };
  return {
    allowedHosts: [...LOOPBACK_HOSTS, new URL(oauth.publicUrl).hostname],
    resourceMetadataUrl: resourceMetadataUrl(oauth),
    publicDocuments: resourceDocuments(oauth),
  };
}

async function preparePolicy(
  ctx: Context,
  { policy, firstPolicy }: Pick<ServerOptions, "policy" | "firstPolicy">,
): Promise<void> {
  const workspace = DEFAULT_WORKSPACE;
  const isFirst = (await ctx.policies.of(workspace)).stored === undefined;
  const source = policy ?? (isFirst ? firstPolicy : undefined);
  if (source !== undefined) await putPolicy(ctx, { workspace, source });
}

/** Founds the workspace on the first start, and writes the files of keys that are not there. */
async function prepareKeys(ctx: Context, root: string): Promise<void> {
  const isNew = (await ctx.store.listWorkspaces()).length === 0;
  if (isNew) {
    const { owner, agent } = await found(ctx, { owner: "operator", agent: "agent" });
    writeKeyFile(root, "operator", owner.secret);
    writeKeyFile(root, "agent", agent.secret);
    return;
  }
  for (const name of ["operator", "agent"] as const) {
    if (readKeyFile(root, name) === undefined)
      writeKeyFile(root, name, await restoreKey(ctx, name));
  }
}
