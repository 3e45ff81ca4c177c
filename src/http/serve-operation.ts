import type { IncomingMessage, ServerResponse } from "node:http";
import type { OperationName } from "../contract/operations.ts";
import type { Caller } from "../domain/principal.ts";
import { requireRight } from "../domain/rights.ts";
import type { Gate } from "../ports/door.ts";
import type { CallOptions, EventsInput } from "../ports/earshot.ts";
import { eventChunks, lineChunks } from "./event-stream.ts";
import type { Metrics } from "./metrics.ts";
import { readCallOptions, readInput, readLastEventId } from "./read-input.ts";
import { sendJson, sendStream, sendText } from "./respond.ts";
import type { Match } from "./router.ts";
import type { StreamSlots } from "./stream-slots.ts";

export interface OperationDeps {
  readonly gate: Gate;
  readonly metrics: Metrics;
  readonly slots: StreamSlots;
}

export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly caller: Caller;
  readonly match: Match;
  readonly query: string;
}

/** Operations of the server itself, which no `Earshot` has, and those that stream. */
type SpecialOperation = "stop" | "metrics" | "events" | "exportAudit";
type PlainOperation = Exclude<OperationName, SpecialOperation>;
type Call = (input: never, options: CallOptions) => Promise<unknown>;

/** Serves one call of a known caller: may they, what do they want, do it, tell. */
export async function serveOperation(deps: OperationDeps, exchange: Exchange): Promise<void> {
  const { incoming, outgoing, match, caller } = exchange;
  const { name, operation } = match;
  if (operation.right !== "key") requireRight(caller, operation.right);
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
      return await serveEvents(deps, exchange, { caller, input });
    case "exportAudit": {
      const lines = await deps.gate.open(caller).exportAudit(input);
      return await sendStream(outgoing, operation.media, lineChunks(lines));
    }
    default:
      return await servePlain(deps.gate, exchange, { caller, name, input });
  }
}

interface PlainCall {
  readonly caller: Caller;
  readonly name: PlainOperation;
  readonly input: { readonly holdMs?: unknown };
}

async function servePlain(
  gate: Gate,
  { incoming, outgoing, match }: Exchange,
  { caller, name, input }: PlainCall,
): Promise<void> {
  const options = readCallOptions(incoming);
  const call = gate.open(caller)[name] as Call;
  const isHeld = input.holdMs !== undefined;
  const output = await call(
    input as never,
    isHeld ? { ...options, signal: goneSignal(outgoing) } : options,
  );
  // Whoever is sent away by a stop must not wait for this server on the same connection.
  if (gate.isStopping()) outgoing.shouldKeepAlive = false;
  sendJson(outgoing, match.operation.status, output);
}

async function serveEvents(
  deps: OperationDeps,
  { incoming, outgoing, match }: Exchange,
  { caller, input }: { caller: Caller; input: EventsInput },
): Promise<void> {
  const giveBack = deps.slots.take(caller.principal.id);
  try {
    const after = readLastEventId(incoming) ?? input.after ?? 0;
    const earshot = deps.gate.open(caller);
    const events = await earshot.events({ ...input, after }, { signal: goneSignal(outgoing) });
    await sendStream(outgoing, match.operation.media, eventChunks(events));
  } finally {
    giveBack();
  }
}

/** Ends when the caller goes before it has its answer. */
export function goneSignal(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  outgoing.once("close", () => {
    // Making the reason of an abort is dear: not after every call that ended well.
    if (!outgoing.writableEnded) gone.abort();
  });
  return gone.signal;
}
