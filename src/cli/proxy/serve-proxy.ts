import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { DEFAULT_HOLD_MS } from "../../domain/requests/holds.ts";
import { connectAgent } from "../terminal/connect-agent.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { createCatalog } from "./catalog.ts";
import type { Listed } from "./connect-upstream.ts";
import { listTools } from "./list-tools.ts";
import { createProxyCalls } from "./proxy-calls.ts";
import { createProxyFactory } from "./proxy-server.ts";
import { createUnderWay } from "./under-way.ts";
import { createUpstream } from "./upstream.ts";
import { identityOf, titleOf, type UpstreamTarget } from "./upstream-target.ts";

export interface ProxyOptions {
  readonly target: UpstreamTarget;
  readonly session?: string | undefined;
}

const INTERVAL_MS = 10_000;
const PARK_MS = 3_000;

/** Serves the client on standard input and output until its end or a stop; returns the exit code. */
export async function serveProxy(
  context: RunContext,
  { target, session }: ProxyOptions,
): Promise<number> {
  const { output, signal } = context;
  const earshot = await connectAgent(context);
  const { holdMs = DEFAULT_HOLD_MS } = await earshot.whoami();
  const servers: Server[] = [];

  function tellChange(listed: Listed): void {
    if (listed === "tools") catalog.forget();
    // Of a server whose client has not come, or has gone, nobody has to know.
    for (const server of servers) changeOf(server, listed).catch(() => {});
  }

  const upstream = createUpstream({ target, onChanged: tellChange });
  const catalog = createCatalog(() => listTools(upstream), identityOf(target));
  const behind = await upstream.client(signal);
  const calls = createProxyCalls({
    earshot,
    upstream,
    catalog,
    session,
    holdMs,
    stop: signal,
    serverName: behind.getServerVersion()?.name ?? titleOf(target),
  });
  const underWay = createUnderWay();
  const factory = createProxyFactory({
    calls: { serve: (call) => underWay.add(calls.serve(call)) },
    catalog,
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
    { onerror: (error) => output.error(error) },
  );
  try {
    await once(process.stdin, "close", { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    // A server that never comes to an end is not waited for: the stop is to come to one.
    await Promise.race([underWay.settled(), pause(PARK_MS, undefined, { ref: false })]);
  }
  await serving.close();
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
