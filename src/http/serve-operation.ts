import type { IncomingMessage, ServerResponse } from "node:http";
import type { JsonOperation } from "../contract/routes.ts";
import { EarshotError } from "../domain/errors.ts";
import type { RunId } from "../domain/id.ts";
import type { Caller } from "../domain/people/principal.ts";
import { requireRight } from "../domain/people/rights.ts";
import type { CallOptions } from "../ports/earshot/call.ts";
import type { EventsInput } from "../ports/earshot/earshot.ts";
import type { Gate } from "../ports/system/door.ts";
import { REPORT_POLICY } from "./content-policy.ts";
import { eventChunks, lineChunks } from "./event-stream.ts";
import type { Metrics } from "./metrics.ts";
import { readCallOptions, readInput, readLastEventId } from "./read-input.ts";
import { sendJson, sendStream, sendText } from "./respond.ts";
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

type EventOperation = "events" | "taskEvents";
type Call = (input: never, options: CallOptions) => Promise<unknown>;

/** Serves one call of a known caller: checks the right, reads the input, acts and answers. */
export async function serveOperation(deps: OperationDeps, exchange: Exchange): Promise<void> {
  const { incoming, outgoing, match, caller } = exchange;
  const { name, operation } = match;
  const { right } = operation;
  if (right === "none") throw new EarshotError("INTERNAL", `${name} takes no caller.`);
  if (right !== "key") requireRight(caller, right);
  const input = await readInput(incoming, match, exchange.query);
  switch (name) {
    case "stop":
      deps.gate.stop();
      return sendJson(outgoing, operation.status, { stopping: true });
    case "metrics": {
      const text = deps.metrics.write(await deps.gate.figures(caller));
      return sendText(outgoing, 200, { type: "text/plain; version=0.0.4", text });
    }
    case "events":
    case "taskEvents":
      return await serveEvents(deps, exchange, { name, input });
    case "exportAudit":
    case "exportSessions":
    case "exportFitness": {
      const earshot = deps.gate.open(caller);
      const lines: AsyncIterable<unknown> = await earshot[name](input);
      return await sendStream(outgoing, operation.media, lineChunks(lines));
    }
    case "runReport": {
      const { html } = await deps.gate.open(caller).runReport(input as { id: RunId });
      const report = { type: "text/html; charset=utf-8", text: html, policy: REPORT_POLICY };
      return sendText(outgoing, operation.status, report);
    }
    default:
      return await servePlain(deps, exchange, { name: name as JsonOperation, input });
  }
}

interface PlainCall {
  readonly name: JsonOperation;
  readonly input: { readonly holdMs?: unknown };
}

async function servePlain(
  { gate, publicUrl }: OperationDeps,
  { incoming, outgoing, match, caller }: Exchange,
  { name, input }: PlainCall,
): Promise<void> {
  const options = readCallOptions(incoming, { caller, publicUrl });
  const call = gate.open(caller)[name] as Call;
  const isHeld = input.holdMs !== undefined;
  const output = await call(
    input as never,
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
  { name, input }: { readonly name: EventOperation; readonly input: EventsInput },
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
