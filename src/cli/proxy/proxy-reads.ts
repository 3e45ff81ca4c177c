import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import { seek, take } from "../../guard/gate.ts";
import { notAuthorization, sayNotApproved } from "../../guard/not-approved.ts";
import type { Method } from "./offer.ts";
import { held, type ProxiedCall, type ProxyDeps } from "./proxy-calls.ts";
import { isExpected } from "./results.ts";

export interface ReadDeps
  extends Pick<ProxyDeps, "earshot" | "holdMs" | "stop" | "session" | "serverName" | "voice"> {
  /** Keeps what is read of this server apart from the same of another. */
  readonly server: string;
}

/** What a client reads of a server that is no tool, and who it is. */
export interface ProxiedRead
  extends Pick<ProxiedCall, "args" | "clientName" | "signal" | "progress"> {
  readonly method: Method;
}

/** How the proxy serves what is read: sought like a call of a tool with the method's name. */
export function createProxyReads(deps: ReadDeps) {
  const { earshot, session, server, serverName, voice } = deps;

  async function approvedArgs(read: ProxiedRead): Promise<JsonObject> {
    const { method: tool, args, clientName, signal } = read;
    const options = { holdMs: 0, retryForMs: 0, signal, via: "mcp" } as const;
    const reason = `Read over MCP by ${clientName}, of ${serverName}`;
    const gated = { tool, args, reason, joinKey: server, redeemIfAllowed: true };
    const sought = await seek(earshot, { ...gated, ...present({ session }) }, options);
    const waited = await held(deps, sought, read);
    const { request } = waited;
    if (request.kind !== "authorization") throw notAuthorization(request.id);
    if (request.status === "open") {
      throw refusal(
        `People have been asked whether this may be read (request ${request.id}) and have not decided yet. The same read again joins that request, and brings what it reads once they have approved.`,
      );
    }
    if (request.status !== "approved") throw refusal(sayNotApproved({ ...waited, request }));
    const live = { tool, session };
    return (await take(earshot, { waited, live, via: "mcp", retryForMs: 0 })).args;
  }

  function refusal(words: string): ProtocolError {
    return new ProtocolError(ProtocolErrorCode.InvalidRequest, `${voice.mark} ${words}`);
  }

  return {
    /** Reads with what was approved, once it is; the client gets an error in words if it is not. */
    async read<T>(read: ProxiedRead, run: (args: JsonObject) => Promise<T>): Promise<T> {
      let args: JsonObject;
      try {
        args = await approvedArgs(read);
      } catch (error) {
        if (!isExpected(error)) throw error;
        throw refusal(error.message);
      }
      return await run(args);
    },
  };
}
