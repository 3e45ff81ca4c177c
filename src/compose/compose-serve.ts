import type { Logger } from "pino";
import type { Context } from "../core/call/context.ts";
import { createAuthenticate } from "../core/callers/authenticate.ts";
import { startScrapeKeys } from "../core/callers/scrape-keys.ts";
import { byCaller } from "../core/context-of-caller.ts";
import { createEarshot } from "../core/create-earshot.ts";
import { recordToolCall } from "../core/log/record-tool-call.ts";
import { withRight } from "../domain/people/rights.ts";
import { present } from "../domain/present.ts";
import { hostAgents, type RunningAgents } from "../host/agents/host-agents.ts";
import { hostName } from "../host/agents/host-name.ts";
import type { HostedAgent } from "../host/agents/hosted-agent.ts";
import { bindOf } from "../http/bind.ts";
import { listenOnAll } from "../http/listen-on-all.ts";
import { createListener } from "../http/listener.ts";
import { createMetrics } from "../http/metrics.ts";
import { createPage } from "../http/page.ts";
import { MCP_FACTS, MCP_PATH } from "../mcp/facts.ts";
import type { McpMount } from "../mcp/mount.ts";
import type { DataFolder } from "../system/data-folder.ts";
import { digest } from "../system/digest.ts";
import { machineFigures } from "../system/machine-figures.ts";
import { resourceDocuments, resourceMetadataUrl } from "../system/oauth/resource-metadata.ts";
import type { OAuthSettings } from "../system/oauth/settings.ts";
import { createTokenVerifier } from "../system/oauth/token-verifier.ts";
import { checkSchema } from "../system/schema-check.ts";
import { type PagePlace, type RunningChannels, startChannels } from "./channels.ts";
import type { RunningServer, ServerOptions, StartStep } from "./compose.ts";
import { composeSurface } from "./compose-surface.ts";
import type { OpenContext } from "./context.ts";
import { createGate } from "./doors.ts";
import { startJobs } from "./jobs.ts";
import { PAGE_FOLDER } from "./serve.ts";
import { VERSION } from "./version.ts";

export interface ServeOptions {
  /** Takes what is opened. */
  readonly opened: AsyncDisposableStack;
  /** Tells that a step is done; rejects where the start is to end. */
  readonly passed: (step: StartStep) => Promise<void>;
  readonly open: OpenContext;
  readonly folder: DataFolder;
  readonly log: Logger;
  readonly oauth: OAuthSettings | undefined;
  /** Its public URL is checked. */
  readonly options: ServerOptions;
  /** Is told where the page is once that is known. */
  readonly place: PagePlace;
  readonly agents: readonly HostedAgent[];
}

const HOST = "127.0.0.1";
const GRACE_MS = 10_000;

/** Serves over HTTP, on the loopback address unless it is told another. Where it throws, what it has opened is on the stack. */
export async function serve(
  given: ServeOptions,
): Promise<Omit<RunningServer, "lostHeads" | "noOperatorKey">> {
  const { opened, passed, open, folder, log, oauth, options, place: pagePlace } = given;
  const { ctx, place } = open;
  const bind = bindOf(options);
  const { publicUrl } = options;
  ctx.following.onSetBack((workspace) =>
    log.warn(
      { workspace },
      "the log went back: the database has lost what it had committed; what was remembered is forgotten",
    ),
  );
  opened.defer(await ctx.following.start());
  await passed("following");
  const jobs = startJobs(ctx, { log, backups: options.backups });
  let handedOver: Promise<void> | undefined;
  const handOver = () => (handedOver ??= jobs.handOver());
  opened.defer(jobs.end);
  opened.defer(() => ctx.tally.stop());
  opened.defer(handOver);
  await passed("jobs");
  const metrics = createMetrics({ version: VERSION });
  opened.defer(async () => metrics.close());
  const authenticate = createAuthenticate(ctx, tokenVerifier(given));
  const scrapeKeys = await startScrapeKeys(ctx);
  opened.defer(async () => scrapeKeys.stop());
  const surface = openSurface(given);
  opened.defer(() => surface.settled());
  const { promise: stopped, resolve: resolveStopped } = Promise.withResolvers<void>();
  let stopping: Promise<void> | undefined;
  let channels: RunningChannels | undefined;

  async function endAll(): Promise<void> {
    log.info("stopping");
    await opened.disposeAsync().finally(() => {
      log.info("stopped");
      resolveStopped();
    });
  }

  function stop(): Promise<void> {
    stopping ??= endAll();
    return stopping;
  }

  const gate = createGate({
    ctx,
    authenticate,
    scrapeKeys,
    nodeFigures: open.figures,
    machineFigures: () => machineFigures(folder.paths, ctx.clock.now()),
    jobFigures: jobs.figures,
    isStopping: () => stopping !== undefined,
    stop: () => void stop(),
  });
  const mcp = mcpOnCall(async () => {
    const { createMcpMount } = await import("../mcp/mount.ts");
    return createMcpMount({
      ...options.mcp,
      tools: surface.tools,
      version: VERSION,
      stateSecret: open.stateSecret,
      checkSchema,
      now: ctx.clock.now,
      open: gate.open,
      extension: options.mcpExtension,
      onFault: (error) => log.error({ err: error }, "a call over MCP failed inside"),
    });
  });
  const page = createPage(PAGE_FOLDER);
  const listener = createListener({
    gate,
    metrics,
    surface,
    mounts: [mcp],
    hooks: (kind) => channels?.hooks(kind),
    page,
    publicUrl,
    traces: ctx.traces,
    allowedHosts: bind.allowedHosts,
    ...facing(oauth),
    version: VERSION,
    onFault: (error) => log.error({ err: error }, "a call failed inside"),
  });
  const listening = await listenOnAll(listener, {
    hosts: bind.addresses,
    port: options.port,
  });
  opened.defer(async () => {
    const quiet = mcp.stop();
    await listening.close(GRACE_MS);
    await quiet;
  });
  await passed("doors");
  const url = `http://${HOST}:${listening.port}`;
  pagePlace.base ??= `http://localhost:${listening.port}`;
  channels = startChannels(ctx, { log, onPoint: options.onHubPoint });
  opened.defer(channels.stop);
  await passed("channels");
  opened.defer(async () => {
    // Heard of where it is awaited, when all calls have ended.
    handOver().catch(() => {});
    ctx.waiters.stop();
    ctx.bells.stop();
    ctx.tail.stop();
  });
  const agents = startAgents(given);
  // Before all else: a session that is half done comes to an end of its step.
  opened.defer(async () => await agents?.stop());
  await passed("agents");
  folder.announce({
    url,
    publicUrl,
    pid: process.pid,
    startedAt: new Date().toISOString(),
    ...present({ isStandIn: options.isStandIn === true ? true : undefined }),
  });
  await passed("announced");
  log.info({ url, store: place, version: VERSION }, "listening");
  return {
    url,
    store: place,
    inbox: page === undefined ? undefined : (publicUrl ?? `http://localhost:${listening.port}`),
    stop,
    stopped,
    async signIn(secret) {
      const caller = await authenticate(secret);
      return caller === undefined ? undefined : createEarshot(ctx, caller);
    },
  };
}

/**
 * MCP, loaded with its first call: most of a start would be spent on it. Where it could not be loaded the
 * next call tries again, and a stop has nothing to stop.
 */
export function mcpOnCall(load: () => Promise<McpMount>): McpMount {
  let loaded: Promise<McpMount> | undefined;
  return {
    path: MCP_PATH,
    async serve(call) {
      loaded ??= load().catch((error: unknown) => {
        loaded = undefined;
        throw error;
      });
      const mount = await loaded;
      // Nothing would tell the mount that the caller has left meanwhile.
      if (!call.outgoing.closed) await mount.serve(call);
    },
    async stop() {
      await (await loaded?.catch(() => undefined))?.stop();
    },
  };
}

function startAgents({ agents, open, log }: ServeOptions): RunningAgents | undefined {
  if (agents.length === 0) return undefined;
  return hostAgents({
    agents,
    host: hostName(),
    now: open.ctx.clock.now,
    onFault: (error, about) => log.warn({ err: error, ...about }, "an agent's session met a fault"),
  });
}

function tokenVerifier({ open, log, oauth }: ServeOptions) {
  if (oauth === undefined) return undefined;
  const onFailure = (error: unknown) =>
    log.warn({ err: error }, "the authorization server's keys cannot be had");
  return createTokenVerifier({ settings: oauth, clock: open.ctx.clock, onFailure });
}

function openSurface({ open, log, oauth, options }: ServeOptions) {
  const ctx: Context = open.ctx;
  return composeSurface({
    tally: ctx.tally,
    digest: digest.json,
    // The log is not the caller's to leave out: no scope of its key decides whether it is kept.
    record: (caller, input, callOptions) =>
      recordToolCall(byCaller(ctx, caller), withRight(caller, "record"), {
        input,
        options: callOptions,
      }),
    now: ctx.clock.now,
    toolCallsPerMinute: options.toolCallsPerMinute,
    mcp: MCP_FACTS,
    resourceMetadataUrl: oauth === undefined ? undefined : resourceMetadataUrl(oauth),
    onFault: (error) => log.warn({ err: error }, "a tool call went wrong inside or was not logged"),
  });
}

/** How it tells where tokens for it come from. */
function facing(oauth: OAuthSettings | undefined) {
  if (oauth === undefined) return {};
  return {
    resourceMetadataUrl: resourceMetadataUrl(oauth),
    publicDocuments: resourceDocuments(oauth),
  };
}
