import type { IncomingMessage, ServerResponse } from "node:http";
import { TOOLS_PATH } from "../contract/schemas/tools.ts";
import { EarshotError } from "../domain/errors.ts";
import type { Json } from "../domain/json.ts";
import type { Caller } from "../domain/people/principal.ts";
import { present } from "../domain/present.ts";
import type { AgentSurface } from "../ports/earshot/agent-surface.ts";
import type { ToolCall } from "../ports/earshot/tool-door.ts";
import type { Gate } from "../ports/system/door.ts";
import { toolBodyBytes } from "./body.ts";
import { readCallOptions, readObject } from "./read-input.ts";
import { type Challenge, sendJson, sendProblem } from "./respond.ts";
import { goneSignal } from "./serve-operation.ts";

const CALL_ID = /^[\x21-\x7e]{1,128}$/;

export interface ToolExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly caller: Caller;
  /** As written in the path. */
  readonly name: string;
}

/** The tool that a path names; undefined if it names none. Throws METHOD_NOT_ALLOWED. */
export function toolAt(
  path: string,
  { method, surface }: { method: string | undefined; surface: AgentSurface | undefined },
): string | undefined {
  if (surface === undefined || !path.startsWith(TOOLS_PATH)) return undefined;
  const name = path.slice(TOOLS_PATH.length);
  if (!/^[\w-]{1,64}$/.test(name)) return undefined;
  if (method === "POST") return name;
  throw new EarshotError("METHOD_NOT_ALLOWED", "This path takes POST.", {
    details: { allowed: ["POST"] },
  });
}

export interface ToolDeps {
  readonly gate: Gate;
  readonly surface: AgentSurface;
  readonly challenge: Challenge;
  readonly publicUrl: string | undefined;
}

/** Calls a tool: the body holds its arguments, the envelope is the answer, an error is a problem. */
export async function serveTool(
  { gate, surface, challenge, publicUrl }: ToolDeps,
  { incoming, outgoing, caller, name }: ToolExchange,
): Promise<void> {
  const { via, idempotencyKey } = readCallOptions(incoming, { caller, publicUrl });
  if (idempotencyKey !== undefined && !CALL_ID.test(idempotencyKey)) {
    throw new EarshotError(
      "INVALID_INPUT",
      "An idempotency key has 1 to 128 printable ASCII characters without spaces.",
    );
  }
  const signal = goneSignal(outgoing);
  const call: ToolCall = {
    name,
    args: (await readObject(incoming, toolBodyBytes(caller))) as Json,
    signal,
    ...present({ call: idempotencyKey, via }),
    ...preferredHold(incoming),
  };
  const { envelope, error, delivered } = await surface
    .open(caller, gate.open(caller))
    .callTool(call);
  // The call was ended meanwhile, such as by revoking its key: its result has not arrived.
  if (outgoing.destroyed || outgoing.writableEnded) return;
  if (gate.isStopping()) outgoing.shouldKeepAlive = false;
  if (error !== undefined) {
    sendProblem(outgoing, withEnvelope(error, envelope), challenge);
    return;
  }
  if (delivered !== undefined) outgoing.once("finish", delivered);
  sendJson(outgoing, 200, envelope);
}

/** `Prefer: wait=5` (RFC 7240): the caller gives up before the key's hold is over. */
function preferredHold({ headers }: IncomingMessage): { readonly holdMs?: number } {
  const [, seconds] = /(?:^|[,;\s])wait=(\d{1,6})\b/i.exec(String(headers["prefer"] ?? "")) ?? [];
  return seconds === undefined ? {} : { holdMs: Number(seconds) * 1_000 };
}

/** Adds the envelope to the error, so that a client can show a model the words meant for it. */
function withEnvelope(error: EarshotError, envelope: unknown): EarshotError {
  const { code, message, details, cause } = error;
  return new EarshotError(code, message, { cause, details: { ...details, envelope } });
}
