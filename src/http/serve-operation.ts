import type { IncomingMessage, ServerResponse } from "node:http";
import type { CheckedCall, CheckedCalls } from "../contract/operations.ts";
import type { JsonOperation, OperationName } from "../contract/routes.ts";
import { EarshotError } from "../domain/errors.ts";
import type { Caller } from "../domain/people/principal.ts";
import { requireRight } from "../domain/people/rights.ts";
import type { Gate } from "../ports/system/door.ts";
import { REPORT_POLICY } from "./content-policy.ts";
import { eventChunks, lineChunks } from "./event-stream.ts";
import type { Metrics } from "./metrics.ts";
import { readCall, readCallOptions, readLastEventId } from "./read-input.ts";
import { sendFile, sendJson, sendStream, sendText } from "./respond.ts";
import type { Match } from "./router.ts";
import type { StreamSlots } from "./stream-slots.ts";
import { forgetSession } from "./web-sign-in.ts";

export interface OperationDeps {
  readonly gate: Gate;
  readonly metrics: Metrics;
  readonly slots: StreamSlots;
  readonly publicUrl: string | undefined;
}

export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly caller: Caller;
  readonly match: Match;
  readonly query: string;
}

/** Serves one call of a known caller: checks the right, reads the input, acts and answers. */
export async function serveOperation(deps: OperationDeps, exchange: Exchange): Promise<void> {
  const { incoming, outgoing, match, caller } = exchange;
  const { operation } = match;
  const { right } = operation;
  if (right === "none" || right === "invitation") throw takesNoCaller(match.name);
  if (right !== "key") requireRight(caller, right);
  const call = await readCall(incoming, match, exchange.query);
  const sendLines = async (lines: AsyncIterable<unknown>) =>
    await sendStream(outgoing, operation.media, lineChunks(lines));
  switch (call.name) {
    case "stop":
      deps.gate.stop();
      return sendJson(outgoing, operation.status, { stopping: true });
    case "metrics": {
      const text = deps.metrics.write(await deps.gate.figures(caller));
      return sendText(outgoing, 200, { type: "text/plain; version=0.0.4", text });
    }
    case "events":
    case "taskEvents":
      return await serveEvents(deps, exchange, call);
    case "exportAudit":
      return await sendLines(await deps.gate.open(caller).exportAudit(call.input));
    case "exportSessions":
      return await sendLines(await deps.gate.open(caller).exportSessions(call.input));
    case "exportFitness":
      return await sendLines(await deps.gate.open(caller).exportFitness(call.input));
    case "readAttachment": {
      const file = await deps.gate.open(caller).readAttachment(call.input);
      return sendFile(outgoing, operation.status, { ...file, mediaType: file.media_type });
    }
    case "readFile": {
      const file = await deps.gate.open(caller).readFile(call.input);
      return sendFile(outgoing, operation.status, { ...file, mediaType: file.media_type });
    }
    case "runReport": {
      const { html } = await deps.gate.open(caller).runReport(call.input);
      const report = { type: "text/html; charset=utf-8", text: html, policy: REPORT_POLICY };
      return sendText(outgoing, operation.status, report);
    }
    case "signInWithLink":
    case "passkeySignInOptions":
    case "signInWithPasskey":
    case "acceptInvitation":
      throw takesNoCaller(call.name);
    default:
      return await servePlain(deps, exchange, call);
  }
}

function takesNoCaller(name: OperationName): EarshotError {
  return new EarshotError("INTERNAL", `${name} takes no caller.`);
}

async function servePlain<N extends JsonOperation>(
  { gate, publicUrl }: OperationDeps,
  { incoming, outgoing, match, caller }: Exchange,
  { name, input }: CheckedCall<N>,
): Promise<void> {
  const options = readCallOptions(incoming, { caller, publicUrl });
  const calls: CheckedCalls = gate.open(caller);
  const isHeld = "holdMs" in input && input.holdMs !== undefined;
  const output = await calls[name](
    input,
    isHeld ? { ...options, signal: goneSignal(outgoing) } : options,
  );
  // A caller sent away by a stop must not wait for this server on the same connection.
  if (gate.isStopping()) outgoing.shouldKeepAlive = false;
  if (name === "signOut") forgetSession(incoming, outgoing, publicUrl);
  sendJson(outgoing, match.operation.status, output);
}

async function serveEvents(
  deps: OperationDeps,
  { incoming, outgoing, match, caller }: Exchange,
  { name, input }: CheckedCall<"events" | "taskEvents">,
): Promise<void> {
  const giveBack = deps.slots.take(caller.principal.id);
  try {
    const after = readLastEventId(incoming) ?? input.after ?? 0;
    const earshot = deps.gate.open(caller);
    const events = await earshot[name]({ ...input, after }, { signal: goneSignal(outgoing) });
    await sendStream(outgoing, match.operation.media, eventChunks(events));
  } finally {
    giveBack();
  }
}

/** A signal that ends when the caller leaves before it has its answer. */
export function goneSignal(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  outgoing.once("close", () => {
    // The reason of an abort is expensive to make: not after every call that ended well.
    if (!outgoing.writableEnded) gone.abort();
  });
  return gone.signal;
}
