import { once } from "node:events";
import { setTimeout as pause, setImmediate } from "node:timers/promises";
import { ProtocolError, SdkError, SdkErrorCode, type Tool } from "@modelcontextprotocol/client";
import { type Server, STDIO_DEFAULT_MAX_BUFFER_SIZE } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { EarshotError } from "../../domain/errors.ts";
import { DEFAULT_HOLD_MS } from "../../domain/requests/holds.ts";
import { DAY_MS } from "../../domain/time.ts";
import { realPaths } from "../../system/paths/real-paths.ts";
import { strictStdio } from "../setup/strict-stdio.ts";
import { connectAgent } from "../terminal/connect-agent.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { createCatalog } from "./catalog.ts";
import type { Listed } from "./connect-upstream.ts";
import { createOffer } from "./offer.ts";
import { createProxyCalls } from "./proxy-calls.ts";
import { createProxyReads } from "./proxy-reads.ts";
import { createProxyFactory } from "./proxy-server.ts";
import { createUpstream, type Upstream } from "./upstream.ts";
import { identityOf, titleOf, type UpstreamTarget } from "./upstream-target.ts";
import { createVoice } from "./voice.ts";

export interface ProxyOptions {
  readonly target: UpstreamTarget;
  readonly session?: string | undefined;
  readonly paths?: readonly string[] | undefined;
}

const INTERVAL_MS = 10_000;
const PARK_MS = 3_000;

/**
 * Serves the client on standard input and output until its end or a stop; returns the exit code.
 */
export async function serveProxy(
  context: RunContext,
  { target, session, paths = [] }: ProxyOptions,
): Promise<number> {
  const { output, signal } = context;
  const { stdin, stdout } = process;
  // First, so that a pointer that is none starts nothing.
  const resolve = realPaths(paths);
  const earshot = await connectAgent(context);
  const { holdMs = DEFAULT_HOLD_MS } = await earshot.whoami();
  const servers: Server[] = [];

  function tellChange(listed: Listed): void {
    if (listed === "tools") catalog.forget();
    // Nobody needs to know about a server whose client has not come, or has gone.
    for (const server of servers) changeOf(server, listed).catch(() => {});
  }

  const upstream = createUpstream({ target, onChanged: tellChange });
  const server = identityOf(target);
  const voice = createVoice();
  const offer = createOffer(earshot, server);
  const catalog = createCatalog({ list: () => listTools(upstream), server, offer, voice });
  const behind = await upstream.client(signal);
  const serverName = behind.getServerVersion()?.name ?? titleOf(target);
  const shared = { earshot, session, holdMs, serverName, voice, stop: signal };
  const calls = createProxyCalls({ ...shared, upstream, catalog, resolve });
  const underWay = createUnderWay();
  const factory = createProxyFactory({
    calls: { serve: (call) => underWay.add(calls.serve(call)) },
    reads: createProxyReads({ ...shared, server }),
    catalog,
    offer,
    voice,
    upstream,
    behind,
    intervalMs: INTERVAL_MS,
  });
  const serving = serveStdio(
    (request) => {
      const server = factory(request);
      servers.push(server);
      return server;
    },
    {
      // A rule can allow arguments that are too long for people to be shown.
      transport: strictStdio({ stdin, stdout }, STDIO_DEFAULT_MAX_BUFFER_SIZE),
      onerror: (error) => output.error(error),
    },
  );
  try {
    await once(stdin, "close", { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    // A server that never ends is not waited for, so that the stop can finish.
    await Promise.race([underWay.settled(), pause(PARK_MS, undefined, { ref: false })]);
  }
  await serving.close();
  // Otherwise it would continue to be read, and keep the process alive.
  stdin.unpipe();
  stdin.pause();
  await upstream.close();
  return EXIT_CODES.answered;
}

function changeOf(server: Server, listed: Listed): Promise<void> {
  switch (listed) {
    case "tools":
      return server.sendToolListChanged();
    case "resources":
      return server.sendResourceListChanged();
    case "prompts":
      return server.sendPromptListChanged();
  }
}

/** Work that has to finish before the program ends. */
interface UnderWay {
  add<T>(work: Promise<T>): Promise<T>;
  /** Resolves once all is done and each caller has had a turn to pass it on. */
  settled(): Promise<void>;
}

function createUnderWay(): UnderWay {
  const all = new Set<Promise<unknown>>();
  return {
    add(work) {
      const end = () => void all.delete(work);
      all.add(work);
      work.then(end, end);
      return work;
    },
    async settled() {
      await Promise.allSettled(all);
      await setImmediate();
    },
  };
}

/**
 * Always asks, whatever the SDK has kept. A server that is busy with a call may answer late: it
 * must not be considered lost, together with the call.
 */
const ASK = { cacheMode: "refresh", timeout: DAY_MS } as const;
/** To ask changes nothing, so a connection that has broken meanwhile is made anew for it, once. */
const MOST_TRIES = 2;

/** The server's tools as it reports them at this moment. */
async function listTools(upstream: Upstream): Promise<readonly Tool[]> {
  for (let tries = 1; ; tries++) {
    const client = await upstream.client();
    try {
      return (await client.listTools(undefined, ASK)).tools;
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      // Dropping a server that has answered would end its running calls.
      if (isAnswer(error)) throw unlisted(error);
      upstream.drop(client);
      if (tries === MOST_TRIES) throw unlisted(error as Error);
    }
  }
}

/** The server is there, but its answer is not a list. */
function isAnswer(error: unknown): error is SdkError {
  const codes = [
    SdkErrorCode.InvalidResult,
    SdkErrorCode.UnsupportedResultType,
    SdkErrorCode.ListPaginationExceeded,
  ];
  return error instanceof SdkError && codes.includes(error.code);
}

function unlisted(cause: Error): EarshotError {
  return new EarshotError(
    "UNREACHABLE",
    `The MCP server behind the proxy does not list its tools: ${cause.message}. Without its list no call can be approved. Check the server, and call again.`,
    { cause },
  );
}
