import type { Client } from "@modelcontextprotocol/client";
import {
  CLIENT_INFO_META_KEY,
  type McpRequestContext,
  Server,
  type ServerCapabilities,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import { VERSION } from "../../compose/version.ts";
import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import { createPulse } from "../../mcp/pulse.ts";
import { awaitApprovalTool, awaitNameAmong } from "./await-approval.ts";
import { createCallProgress } from "./call-progress.ts";
import type { Catalog, PinnedTool } from "./catalog.ts";
import { passThrough } from "./pass-through.ts";
import type { createProxyCalls } from "./proxy-calls.ts";
import type { Upstream } from "./upstream.ts";

export interface ProxyServerOptions {
  readonly calls: ReturnType<typeof createProxyCalls>;
  readonly catalog: Catalog;
  readonly upstream: Upstream;
  /** The upstream server, as it was when the proxy started. */
  readonly behind: Client;
  /** Time between two signs of life of a held call. */
  readonly intervalMs: number;
}

const INSTRUCTIONS =
  "A call of these tools may need the approval of a person. One that says pending has not run and is no failure: await_approval with its request_id brings the result once people have decided. A call that was rejected has not run; do not seek the same by other means.";

/** Makes the server that a client meets: the upstream one, with approvals before its calls. */
export function createProxyFactory(options: ProxyServerOptions) {
  const { calls, catalog, upstream, behind, intervalMs } = options;
  const pulse = createPulse(intervalMs);
  const capabilities = capabilitiesFor(behind);
  const said = behind.getInstructions();
  const instructions = said === undefined ? INSTRUCTIONS : `${said}\n\n${INSTRUCTIONS}`;

  return (_request: McpRequestContext): Server => {
    const server = new Server(
      behind.getServerVersion() ?? { name: "earshot-proxy", version: VERSION },
      { capabilities, instructions },
    );
    server.setRequestHandler("tools/list", async () => ({
      tools: listedTools(await catalog.all()),
    }));
    server.setRequestHandler("tools/call", async ({ params }, ctx) => {
      const { mcpReq } = ctx;
      return await calls.serve({
        name: params.name,
        args: (params.arguments ?? {}) as JsonObject,
        clientName: clientNameOf(server, ctx),
        signal: mcpReq.signal,
        progress: createCallProgress({
          token: mcpReq._meta?.progressToken,
          pulse,
          notify: (notification) => mcpReq.notify(notification),
        }),
      });
    });
    passThrough(server, { upstream, capabilities });
    return server;
  };
}

/** The upstream capabilities that pass through; the rest is not offered. */
function capabilitiesFor(behind: Client): ServerCapabilities {
  const { resources, prompts, completions } = behind.getServerCapabilities() ?? {};
  return {
    tools: { listChanged: true },
    ...present({
      resources: resources === undefined ? undefined : { listChanged: true },
      prompts: prompts === undefined ? undefined : { listChanged: true },
      completions: completions === undefined ? undefined : {},
    }),
  };
}

/** What the client says about itself, unchecked. */
function clientNameOf(server: Server, ctx: ServerContext): string {
  const envelope: Readonly<Record<string, unknown>> = ctx.mcpReq.envelope ?? {};
  const told = envelope[CLIENT_INFO_META_KEY] as { name?: string } | undefined;
  return told?.name ?? server.getClientVersion()?.name ?? "a client without a name";
}

/** The field of a listed tool that carries the digest of its definition. */
const HASH_META = "earshot/tool-hash";

type OutputSchema = NonNullable<Tool["outputSchema"]>;

/** What a call returns while people have not decided. */
const PENDING_SCHEMA = {
  type: "object",
  properties: { status: { const: "pending" }, request_id: { type: "string" } },
  required: ["status", "request_id"],
} as const;

/** The server's tools as they are, each with its digest, and the proxy's own. */
function listedTools(pinned: readonly PinnedTool[]): Tool[] {
  const own = awaitApprovalTool(awaitNameAmong(pinned.map(({ tool }) => tool.name)));
  return [...pinned.map(listed), own];
}

function listed({ tool, hash }: PinnedTool): Tool {
  const { outputSchema, _meta, ...rest } = tool;
  const schema = withPending(outputSchema);
  return {
    ...(rest as Tool),
    ...present({ outputSchema: schema }),
    _meta: { ..._meta, [HASH_META]: hash },
  };
}

/**
 * Clients check every result against the schema, so it has to allow a pending call. A schema with
 * references would mean something else inside another schema, and is left out.
 */
function withPending(schema: unknown): OutputSchema | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  const isObject = (schema as { type?: unknown }).type === "object";
  if (!isObject || JSON.stringify(schema).includes('"$ref"')) return undefined;
  return { type: "object", anyOf: [schema, PENDING_SCHEMA] } as OutputSchema;
}
