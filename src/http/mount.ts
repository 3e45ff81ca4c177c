import type { IncomingMessage, ServerResponse } from "node:http";
import { EarshotError, isEarshotError } from "../domain/errors.ts";
import type { Json } from "../domain/json.ts";
import type { Caller } from "../domain/people/principal.ts";
import type { AgentSurface } from "../ports/earshot/agent-surface.ts";
import type { ToolDoor } from "../ports/earshot/tool-door.ts";
import type { Gate } from "../ports/system/door.ts";
import { readJson, toolBodyBytes } from "./body.ts";
import { DATA_POLICY } from "./content-policy.ts";
import { type Challenge, sendError } from "./respond.ts";

/** An admitted call with its caller, and the body of a POST. */
export interface MountedCall {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly caller: Caller;
  readonly body: Json | undefined;
  readonly tools: ToolDoor;
}

/** A door of another protocol at its own path: JSON-RPC over HTTP. */
export interface Mount {
  readonly path: string;
  /** Writes the whole response; resolves once it is written or the caller has gone. */
  serve(call: MountedCall): Promise<void>;
}

/** Hands a call to what is mounted at its path. */
export async function serveMount(
  mount: Mount,
  { gate, surface }: { gate: Gate; surface: AgentSurface | undefined },
  { incoming, outgoing, caller }: Pick<MountedCall, "incoming" | "outgoing" | "caller">,
): Promise<void> {
  if (surface === undefined) {
    throw new EarshotError("NOT_FOUND", "This server has no tools. See /openapi.json.");
  }
  outgoing.setHeader("content-security-policy", DATA_POLICY);
  const isPost = incoming.method === "POST";
  const body = isPost ? await readJson(incoming, toolBodyBytes(caller)) : undefined;
  const tools = surface.open(caller, gate.open(caller));
  return mount.serve({ incoming, outgoing, caller, body, tools });
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INTERNAL_ERROR = -32_603;

/** Answers with an error of JSON-RPC 2.0, without an id: the call was refused before it was read. */
export function sendRpcError(outgoing: ServerResponse, error: unknown, challenge: Challenge): void {
  sendError(outgoing, error, {
    ...challenge,
    type: "application/json",
    body: ({ detail, code }) => ({
      jsonrpc: "2.0",
      error: { code: rpcCode(error), message: detail, data: { code } },
      id: null,
    }),
  });
}

function rpcCode(error: unknown): number {
  if (!isEarshotError(error) || error.code === "INTERNAL") return INTERNAL_ERROR;
  // Bad JSON or bad text has a cause that says why; a form that we merely do not take has none.
  return error.code === "INVALID_INPUT" && error.cause !== undefined
    ? PARSE_ERROR
    : INVALID_REQUEST;
}
