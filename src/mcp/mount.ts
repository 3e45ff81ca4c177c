import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type AuthInfo,
  createMcpHandler,
  isInitializeRequest,
  type McpRequestContext,
  type RequestId,
} from "@modelcontextprotocol/server";
import type { Json, JsonObject } from "../domain/json.ts";
import type { Caller } from "../domain/people/principal.ts";
import { requireRights } from "../domain/people/rights.ts";
import { present } from "../domain/present.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import type { ToolDoor } from "../ports/earshot/tool-door.ts";
import type { McpAgent, McpExchange } from "./agent.ts";
import { createDoor } from "./door.ts";
import { SERVER_NAME } from "./factory.ts";
import { MCP_PATH } from "./facts.ts";
import { serveHeldCall } from "./held-call.ts";
import { createOngoingCalls } from "./ongoing-calls.ts";
import type { McpOptions } from "./options.ts";
import { plainCall } from "./plain-call.ts";
import { toWebRequest, writeWebResponse } from "./web.ts";

export interface McpMountOptions extends McpOptions {
  /** Earshot as a caller sees it. */
  readonly open: (caller: Caller) => Earshot;
  /** Hears of faults of ours. */
  readonly onFault: (error: unknown) => void;
}

/** One admitted call at the mount's path, with its caller. */
export interface McpCallAtMount {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly caller: Caller;
  readonly body: Json | undefined;
  readonly tools: ToolDoor;
}

type SdkCall = Pick<McpCallAtMount, "incoming" | "outgoing" | "body">;

/** MCP over streamable HTTP: both eras at one address, without sessions. */
export interface McpMount {
  readonly path: typeof MCP_PATH;
  serve(call: McpCallAtMount): Promise<void>;
  /** Ends the streams that no call would end; calls under way end by themselves before. */
  stop(): Promise<void>;
}

const SESSION_HEADER = "mcp-session-id";
/** A revoked key ends at once, so the caller is looked up with every call. */
const SIGNED_IN_FOR_S = 3_600;

export function createMcpMount(options: McpMountOptions): McpMount {
  const { open, onFault } = options;
  const { callTool, factory, pulse } = createDoor(options, exchangeOf);
  const ongoing = createOngoingCalls();
  const rights = new Map(options.tools.map((tool) => [tool.name, tool.rights]));
  const names = new Set(rights.keys());
  const serverInfo = { name: SERVER_NAME, version: options.version };
  const held = { callTool, pulse, ongoing, serverInfo, onFault };
  const continues = (options.continueRounds ?? 0) > 0;
  const sdk = createSdkServing(factory, { names, keepAliveMs: pulse.intervalMs });
  const underWay = new Set<Promise<void>>();

  /**
   * Throws NOT_ALLOWED for a call whose token lacks scope, so that the answer is an HTTP status: only that
   * makes a client get a token with more scope and call again. No client can add rights to a key, so there
   * the result tells the model.
   */
  function checkScope(caller: Caller, body: Json | undefined): void {
    if (caller.key !== undefined) return;
    const isReading = methodOf(body) === "resources/read";
    requireRights(caller, isReading ? ["read"] : (rights.get(toolOf(body)) ?? []));
  }

  function serve({ incoming, outgoing, caller, body, tools }: McpCallAtMount): Promise<void> {
    checkScope(caller, body);
    const agent: McpAgent = {
      principal: caller.principal.id,
      isPerson: caller.principal.kind === "person",
      tools,
      requests: open(caller),
      holdMs: caller.holdMs,
    };
    const session = sessionOf(incoming);
    const call = plainCall(incoming, body, names);
    if (call !== undefined && !(call.isModern && continues)) {
      return serveHeldCall(held, { outgoing, agent, session, call });
    }
    const id = withdrawnBy(body);
    if (id !== undefined) ongoing.cancel({ principal: agent.principal, session, id });
    const served = sdk.serve({ incoming, outgoing, body }, agent);
    if (!isListening(body)) track(served);
    return served;
  }

  function track(served: Promise<void>): void {
    underWay.add(served);
    const end = () => void underWay.delete(served);
    served.then(end, end);
  }

  return {
    path: MCP_PATH,
    serve,
    async stop() {
      await Promise.allSettled(underWay);
      await sdk.close();
    },
  };
}

/** Serves calls with the servers of the SDK. */
function createSdkServing(
  factory: ReturnType<typeof createDoor>["factory"],
  { names, keepAliveMs }: { readonly names: ReadonlySet<string>; readonly keepAliveMs: number },
) {
  const serving = { legacy: "stateless", keepAliveMs } as const;
  // A tool call may take long, and some clients give up on a call that does not begin to answer.
  const streaming = createMcpHandler(factory, { ...serving, responseMode: "sse" });
  // Errors of all other calls have an HTTP status.
  const prompt = createMcpHandler(factory, { ...serving, responseMode: "auto" });
  return {
    async serve({ incoming, outgoing, body }: SdkCall, agent: McpAgent): Promise<void> {
      const deliveries: (() => void)[] = [];
      const exchange: McpExchange = { agent, onDelivered: (act) => void deliveries.push(act) };
      const gone = new AbortController();
      outgoing.once("close", () => {
        if (!outgoing.writableFinished) gone.abort();
      });
      const handler = names.has(toolOf(body)) ? streaming : prompt;
      const response = await handler.fetch(toWebRequest(incoming, gone.signal), {
        authInfo: authInfoOf(exchange),
        ...present({ parsedBody: body }),
      });
      const begins = isInitializeRequest(body) && response.ok;
      await writeWebResponse(response, outgoing, begins ? { [SESSION_HEADER]: randomUUID() } : {});
      if (outgoing.writableFinished) for (const deliver of deliveries) deliver();
    },
    async close(): Promise<void> {
      await Promise.all([streaming.close(), prompt.close()]);
    },
  };
}

/**
 * A name that a client of the older era gets and sends with every call. Nothing is kept under it: it only
 * tells whose call a notification withdraws.
 */
function sessionOf({ headers }: IncomingMessage): string {
  return String(headers[SESSION_HEADER] ?? "");
}

function withdrawnBy(body: Json | undefined): RequestId | undefined {
  if (methodOf(body) !== "notifications/cancelled") return undefined;
  const { params } = body as JsonObject;
  const id = (params as JsonObject | undefined)?.["requestId"];
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

/** The tool that a body calls; empty if it calls none. */
function toolOf(body: Json | undefined): string {
  if (methodOf(body) !== "tools/call") return "";
  const { params } = body as JsonObject;
  return String((params as JsonObject | undefined)?.["name"] ?? "");
}

function isListening(body: Json | undefined): boolean {
  return methodOf(body) === "subscriptions/listen";
}

function methodOf(body: Json | undefined): Json | undefined {
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  return isObject ? (body as JsonObject)["method"] : undefined;
}

/** The SDK passes the caller on as a token; ours is the caller that the listener found. */
function authInfoOf(exchange: McpExchange): AuthInfo {
  return {
    token: "",
    clientId: exchange.agent.principal,
    scopes: [],
    expiresAt: Math.floor(Date.now() / 1_000) + SIGNED_IN_FOR_S,
    extra: { exchange },
  };
}

function exchangeOf({ authInfo }: McpRequestContext): McpExchange {
  return authInfo?.extra?.["exchange"] as McpExchange;
}
