import { randomBytes } from "node:crypto";
import { destination, pino } from "pino";
import { openContext } from "./compose-context.ts";
import { type PolicyChoice, prepareKeys, preparePolicy } from "./compose-found.ts";
import { PAGE_FOLDER } from "./compose-page.ts";
import { composeSurface } from "./compose-surface.ts";
import { createAuthenticate } from "./core/authenticate.ts";
import { createAuthenticateWeb } from "./core/authenticate-web.ts";
import { createEarshot } from "./core/create-earshot.ts";
import { startExpiry } from "./core/expire.ts";
import { recordToolCall } from "./core/record-tool-call.ts";
import { onHalted, onRevoked } from "./core/revocations.ts";
import { startSealing } from "./core/seal-log.ts";
import { createSignIn } from "./core/sign-in.ts";
import { EarshotError } from "./domain/errors.ts";
import type { Caller } from "./domain/principal.ts";
import { withRight } from "./domain/rights.ts";
import { LOOPBACK_HOSTS } from "./http/guard.ts";
import { LOOPBACK_ADDRESSES, listenOnAll } from "./http/listen-on-all.ts";
import { createListener } from "./http/listener.ts";
import { createMetrics } from "./http/metrics.ts";
import { createPage } from "./http/page.ts";
import type { Listening } from "./http/server.ts";
import type { McpExtension } from "./mcp/extension.ts";
import { MCP_FACTS } from "./mcp/facts.ts";
import { createMcpMount } from "./mcp/mount.ts";
import type { McpOptions } from "./mcp/options.ts";
import type { Gate } from "./ports/door.ts";
import type { Earshot } from "./ports/earshot.ts";
import type { CommitPoint } from "./store/sqlite/committer.ts";
import { systemClock } from "./system/clock.ts";
import { type DataFolder, takeDataFolder } from "./system/data-folder.ts";
import { digest } from "./system/digest.ts";
import { createRedactedLines } from "./system/log-redaction.ts";
import { resourceDocuments, resourceMetadataUrl } from "./system/oauth/resource-metadata.ts";
import { checkOAuth, type OAuthOptions, type OAuthSettings } from "./system/oauth/settings.ts";
import { createTokenVerifier } from "./system/oauth/token-verifier.ts";
import { checkSchema } from "./system/schema-check.ts";
import type { SecurityThresholds } from "./tools/interaction/security-score.ts";
import { VERSION } from "./version.ts";

export interface ServerOptions extends PolicyChoice {
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
  /** The file that checkpoints of the log are appended to; one in the data folder where absent. */
  readonly anchor?: string;
  /** For tests that end the process at the worst moment. */
  readonly onCommitPoint?: (point: CommitPoint) => void;
}

/** A server of one data folder. */
export interface RunningServer {
  readonly url: string;
  /**
   * Where the inbox is opened on this machine: by a host name, since passkeys are bound to one.
   * Undefined where its page has not been built.
   */
  readonly inbox: string | undefined;
  /** Earshot in process as the holder of a key; undefined for an unknown or revoked one. */
  signIn(secret: string): Promise<Earshot | undefined>;
  /** Ends waits with `pending`, lets calls finish, closes the store. */
  stop(): Promise<void>;
  /** Resolves when the server has stopped, by whosever wish. */
  readonly stopped: Promise<void>;
}

const HOST = "127.0.0.1";
const GRACE_MS = 10_000;

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
  const { ctx, close } = await openContext({
    paths: folder.paths,
    log,
    addSecret: redacted.addKnown,
    anchor: options.anchor,
    onCommitPoint: options.onCommitPoint,
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
      await ctx.tally.stop();
      await stopSealing();
      await close();
      folder.release();
      log.info("stopped");
      resolveStopped();
    })();
    return stopping;
  }

  const gate: Gate = {
    authenticate,
    authenticateWeb: createAuthenticateWeb(ctx),
    signIn: createSignIn(ctx),
    onRevoked: (listener) => onRevoked(ctx, listener),
    onHalted: (listener) => onHalted(ctx, listener),
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
      await ctx.store.check();
    },
    isStopping: () => stopping !== undefined,
    // After the answer to this call has been written.
    stop: () => void setImmediate(stop),
    tally: ctx.tally,
    figures: async (caller) => ({
      openRequests: await ctx.store.countOpen(caller.principal.workspace),
      waiters: ctx.waiters.count(),
      lastEvent: (await ctx.store.head(caller.principal.workspace)).seq,
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
  const page = createPage(PAGE_FOLDER);
  const listener = createListener({
    gate,
    metrics,
    surface,
    mounts: [mcp],
    page,
    publicUrl: oauth?.publicUrl,
    ...facing(oauth),
    version: VERSION,
    onFault: (error) => log.error({ err: error }, "a call failed inside"),
  });
  listening = await listenOnAll(listener, { hosts: LOOPBACK_ADDRESSES, port: options.port });
  const url = `http://${HOST}:${listening.port}`;
  folder.announce({ url, pid: process.pid, startedAt: new Date().toISOString() });
  log.info({ url, version: VERSION }, "listening");
  return {
    url,
    inbox: page === undefined ? undefined : `http://localhost:${listening.port}`,
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
