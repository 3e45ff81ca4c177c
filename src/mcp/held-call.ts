import type { ServerResponse } from "node:http";
import {
  type Implementation,
  ProtocolError,
  ProtocolErrorCode,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/server";
import { present } from "../domain/present.ts";
import type { McpAgent } from "./agent.ts";
import type { CallTool } from "./call-tool.ts";
import type { AnyResult } from "./extension.ts";
import type { CallAddress, OngoingCalls } from "./ongoing-calls.ts";
import type { PlainCall } from "./plain-call.ts";
import { progressNotification } from "./progress.ts";
import type { Pulse } from "./pulse.ts";

/*
 * Serves calls that may be held, thousands at once. Holding a server of the SDK with its streams while a
 * person thinks costs several times the connection itself. This keeps only the response, the id and the
 * token, and writes the few events that such a call can have.
 */

export interface HeldCallDeps {
  readonly callTool: CallTool;
  readonly pulse: Pulse;
  readonly ongoing: OngoingCalls;
  readonly serverInfo: Implementation;
  readonly onFault: (error: unknown) => void;
}

export interface HeldCall {
  readonly outgoing: ServerResponse;
  readonly agent: McpAgent;
  /** Tells clients of one agent apart in the older era, whose calls have only numbers. */
  readonly session: string;
  readonly call: PlainCall;
}

const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  connection: "keep-alive",
  "x-accel-buffering": "no",
} as const;
const NONE = { takesTasks: false, showsForms: false, continues: false } as const;

/** Resolves once the result is written or nobody waits for it any more. */
export function serveHeldCall(
  deps: HeldCallDeps,
  { outgoing, agent, session, call }: HeldCall,
): Promise<void> {
  const { id, isModern } = call;
  const held = createHeld(deps.pulse, { outgoing, agent, call });
  const address = { principal: agent.principal, session, id };
  if (!isModern) deps.ongoing.add(address, held.end);
  outgoing.once("close", held.end);
  outgoing.writeHead(200, HEADERS);
  outgoing.flushHeaders();
  deps.pulse.hold(held);
  const called = deps.callTool(held);
  // The question and the headers are read by now: keeping them would be much of the cost of a held call.
  held.args = {};
  outgoing.req.headers = {};
  outgoing.req.rawHeaders = [];
  return settle(deps, held, { outgoing, address, isModern, called });
}

interface Begun {
  readonly outgoing: ServerResponse;
  readonly address: CallAddress;
  readonly isModern: boolean;
  readonly called: Promise<AnyResult>;
}

async function settle(
  { ongoing, pulse, serverInfo, onFault }: HeldCallDeps,
  held: ReturnType<typeof createHeld>,
  { outgoing, address, isModern, called }: Begun,
): Promise<void> {
  let message: object;
  try {
    message = { result: encode(await called, isModern, serverInfo) };
  } catch (error) {
    message = { error: encodeError(error, held.signal, onFault) };
  }
  pulse.release(held);
  ongoing.remove(address, held.end);
  outgoing.off("close", held.end);
  const isWanted = !held.signal.aborted;
  await finish(outgoing, isWanted ? { ...message, jsonrpc: "2.0", id: address.id } : undefined);
  if (isWanted && outgoing.writableFinished) held.delivered?.();
}

/** All that is kept of a call while a person thinks: the tool call, its beat and its end. */
function createHeld(pulse: Pulse, { outgoing, agent, call }: Omit<HeldCall, "session">) {
  const { name, args, token } = call;
  const wait = new AbortController();
  const held = {
    exchange: {
      agent,
      onDelivered(act: () => void) {
        held.delivered = act;
      },
    },
    name,
    args,
    signal: wait.signal,
    client: NONE,
    delivered: undefined as (() => void) | undefined,
    end: () => wait.abort(),
    beat(count: number) {
      // A client that reads nothing is sent nothing more: it would pile up here.
      if (outgoing.destroyed || outgoing.writableNeedDrain) return;
      if (token === undefined) outgoing.write(": still waiting\n\n");
      else
        outgoing.write(eventOf({ jsonrpc: "2.0", ...progressNotification(token, count, pulse) }));
    },
  };
  return held;
}

/** Ends the response with a message, or without one if the client has withdrawn its call. */
function finish(outgoing: ServerResponse, message: object | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (outgoing.destroyed) resolve();
  outgoing.once("close", resolve);
  outgoing.end(message === undefined ? undefined : eventOf(message), resolve);
  return promise;
}

function eventOf(message: object): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

function encode(result: AnyResult, isModern: boolean, serverInfo: Implementation): AnyResult {
  if (!isModern) return result;
  return { ...result, resultType: "complete", _meta: { [SERVER_INFO_META_KEY]: serverInfo } };
}

function encodeError(error: unknown, signal: AbortSignal, onFault: HeldCallDeps["onFault"]) {
  if (error instanceof ProtocolError) {
    const { code, message, data } = error;
    return { code, message, ...present({ data }) };
  }
  if (!signal.aborted) onFault(error);
  return { code: ProtocolErrorCode.InternalError, message: "Internal error" };
}
