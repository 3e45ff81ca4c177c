import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import type { Context } from "../core/call/context.ts";
import { createAuthenticate } from "../core/callers/authenticate.ts";
import { startKeyUses } from "../core/callers/key-uses.ts";
import { startScrapeKeys } from "../core/callers/scrape-keys.ts";
import { byCaller } from "../core/context-of-caller.ts";
import { createEarshot } from "../core/create-earshot.ts";
import { recordToolCall } from "../core/log/record-tool-call.ts";
import { startSettling } from "../core/log/set-back.ts";
import { clock } from "../core/upkeep/clock.ts";
import { withRight } from "../domain/people/rights.ts";
import { present } from "../domain/present.ts";
import { hostAgents, type RunningAgents } from "../host/agents/host-agents.ts";
import { hostName } from "../host/agents/host-name.ts";
import type { HostedAgent } from "../host/agents/hosted-agent.ts";
import { bindOf } from "../http/bind.ts";
import { embedOriginsOf } from "../http/embed-origins.ts";
import type { Hooks } from "../http/hooks.ts";
import { listenOnAll } from "../http/listen-on-all.ts";
import { createListener } from "../http/listener.ts";
import { createMetrics } from "../http/metrics.ts";
import { createPage } from "../http/page.ts";
import { MCP_FACTS, MCP_PATH } from "../mcp/facts.ts";
import type { McpMount } from "../mcp/mount.ts";
import type { Gate } from "../ports/system/door.ts";
import type { DataFolder } from "../system/data-folder.ts";
import { digest } from "../system/digest.ts";
import { machineFigures } from "../system/machine-figures.ts";
import { resourceDocuments, resourceMetadataUrl } from "../system/oauth/resource-metadata.ts";
import type { OAuthSettings } from "../system/oauth/settings.ts";
import { createTokenVerifier } from "../system/oauth/token-verifier.ts";
import { checkSchema } from "../system/schema-check.ts";
import type { InteractionSurface } from "../tools/interaction/surface.ts";
import { type LiveChannels, type RunningChannels, startChannels } from "./channels.ts";
import type { OpenContext } from "./context.ts";
import { composeSurface, createGate, type GateParts } from "./doors.ts";
import { startJobs } from "./jobs.ts";
import type { PagePlace } from "./outlets.ts";
import type { RunningServer, ServerOptions, StartStep } from "./server.ts";
import { PACKAGE_FOLDER, VERSION } from "./version.ts";

/** Where the build puts the inbox. */
const PAGE_FOLDER = fileURLToPath(new URL("dist/inbox/", PACKAGE_FOLDER));

export interface ServeOptions {
  /** Gets everything that is opened. */
  readonly opened: AsyncDisposableStack;
  /** Reports that a step is done, and rejects if the start has to end. */
  readonly passed: (step: StartStep) => Promise<void>;
  readonly open: OpenContext;
  readonly folder: DataFolder;
  readonly log: Logger;
  readonly oauth: OAuthSettings | undefined;
  /** With its public URL checked. */
  readonly options: ServerOptions;
  /** Gets the address of the page once it is known. */
  readonly place: PagePlace;
  /** Absent for a server that opens no channel. */
  readonly live?: LiveChannels;
  readonly agents: readonly HostedAgent[];
  /** Called when a jump of the clock waits no more. */
  readonly onRight: () => Promise<void>;
}

const HOST = "127.0.0.1";
const GRACE_MS = 10_000;

/** Serves over HTTP, on the loopback address unless given another. If it throws, all it opened is on the stack. */
export async function serve(
  given: ServeOptions,
): Promise<Omit<RunningServer, "lostHeads" | "noOperatorKey">> {
  const { opened, passed, open, folder, log, options, place: pagePlace } = given;
  const { ctx, place } = open;
  const { publicUrl } = options;
  await startFollowing(given);
  await passed("following");
  const { jobFigures, handOver } = openJobs(given);
  await passed("jobs");
  const end = endOf(given);
  let channels: RunningChannels | undefined;
  const hooks: Hooks = (kind) => channels?.hooks(kind);
  const doors = await openDoors(given, { jobFigures, end, hooks });
  await passed("doors");
  const url = `http://${HOST}:${doors.port}`;
  const page = `http://localhost:${doors.port}`;
  pagePlace.base ??= page;
  channels = startChannels(ctx, { log, onPoint: options.onHubPoint, live: given.live });
  opened.defer(channels.stop);
  await passed("channels");
  opened.defer(async () => {
    // Its error is handled where it is awaited, after all calls have ended.
    handOver().catch(() => {});
    ctx.waiters.stop();
    ctx.bells.stop();
    ctx.tail.stop();
  });
  const agents = startAgents(given);
  // Before all else, so that a session in progress can finish its step.
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
    inbox: doors.hasPage ? (publicUrl ?? page) : undefined,
    stop: end.stop,
    stopped: end.stopped,
    clock: () => clock(ctx),
    async signIn(secret) {
      const caller = await doors.authenticate(secret);
      return caller === undefined ? undefined : createEarshot(ctx, caller);
    },
  };
}

async function startFollowing({ opened, open: { ctx }, log }: ServeOptions): Promise<void> {
  const stopSettling = startSettling(ctx, {
    onNoticed: (lost, setBack) =>
      log.error(
        { lost, setBack },
        "the log went back: the database has lost what it had committed, and no approval is used until an owner has accepted the record",
      ),
    onFault: (error, lost) =>
      log.warn(
        { err: error, lost },
        "the log went back, which could not be noted; it is tried again",
      ),
  });
  opened.defer(stopSettling);
  opened.defer(await ctx.following.start());
}

/** The jobs of a server, and a function that hands them over to another node once. */
function openJobs({ opened, open: { ctx }, log, options, onRight }: ServeOptions) {
  const jobs = startJobs(ctx, { log, ...options, onRight });
  let handedOver: Promise<void> | undefined;
  const handOver = () => (handedOver ??= jobs.handOver());
  opened.defer(jobs.end);
  opened.defer(() => ctx.tally.stop());
  opened.defer(handOver);
  return { jobFigures: jobs.figures, handOver };
}

/** Ends the server once, whoever asks for it. */
interface End {
  readonly stop: () => Promise<void>;
  readonly stopped: Promise<void>;
  readonly isStopping: () => boolean;
}

function endOf({ opened, log }: ServeOptions): End {
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  let stopping: Promise<void> | undefined;

  async function endAll(): Promise<void> {
    log.info("stopping");
    await opened.disposeAsync().finally(() => {
      log.info("stopped");
      resolve();
    });
  }

  return {
    stop: () => (stopping ??= endAll()),
    stopped,
    isStopping: () => stopping !== undefined,
  };
}

interface DoorParts {
  readonly jobFigures: GateParts["jobFigures"];
  readonly end: End;
  readonly hooks: Hooks;
}

/** The listener with everything behind it: operations, tools, MCP, hooks and the page. */
async function openDoors(given: ServeOptions, { jobFigures, end, hooks }: DoorParts) {
  const { opened, open, folder, log, oauth, options } = given;
  const { ctx } = open;
  const bind = bindOf(options);
  const metrics = createMetrics({ version: VERSION });
  opened.defer(async () => metrics.close());
  const authenticate = createAuthenticate(ctx, tokenVerifier(given));
  const scrapeKeys = await startScrapeKeys(ctx);
  opened.defer(async () => scrapeKeys.stop());
  const keyUses = startKeyUses(ctx);
  opened.defer(() => keyUses.stop());
  const surface = openSurface(given);
  opened.defer(() => surface.settled());
  const gate = createGate({
    ctx,
    authenticate,
    scrapeKeys,
    keyUses,
    nodeFigures: open.figures,
    machineFigures: () => machineFigures(folder.paths, ctx.clock.now()),
    jobFigures,
    isStopping: end.isStopping,
    stop: () => void end.stop(),
  });
  const mcp = mcpOver(given, surface.tools, gate.open);
  const page = createPage(PAGE_FOLDER, embedOriginsOf(options.embedOrigins));
  const listener = createListener({
    gate,
    metrics,
    surface,
    mounts: [mcp],
    hooks,
    page,
    publicUrl: options.publicUrl,
    traces: ctx.traces,
    allowedHosts: bind.allowedHosts,
    ...facing(oauth),
    version: VERSION,
    onFault: (error) => log.error({ err: error }, "a call failed inside"),
  });
  const listening = await listenOnAll(listener, { hosts: bind.addresses, port: options.port });
  opened.defer(async () => {
    const quiet = mcp.stop();
    await listening.close(GRACE_MS);
    await quiet;
  });
  return { authenticate, port: listening.port, hasPage: page !== undefined };
}

function mcpOver(
  { open, options, log }: ServeOptions,
  tools: InteractionSurface["tools"],
  openEarshot: Gate["open"],
): McpMount {
  return mcpOnCall(async () => {
    const { createMcpMount } = await import("../mcp/mount.ts");
    return createMcpMount({
      ...options.mcp,
      tools,
      version: VERSION,
      stateSecret: open.stateSecret,
      checkSchema,
      now: open.ctx.clock.now,
      open: openEarshot,
      extension: options.mcpExtension,
      onFault: (error) => log.error({ err: error }, "a call over MCP failed inside"),
    });
  });
}

/**
 * MCP, loaded with its first call, because it would take most of a start. If loading fails, the next
 * call tries again, and a stop has nothing to stop.
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
      // The mount would not learn otherwise that the caller has left in the meantime.
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
    // A caller cannot leave out the log: no scope of its key decides whether it is kept.
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
