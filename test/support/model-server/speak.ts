import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./script.ts";
import type { ReadRequest, Refusal, Spoken, Wire } from "./wire.ts";

/** Sends a turn in its format, with the faults that the script wants. */
export async function speak(
  wire: Wire,
  { spoken, request }: { spoken: Spoken; request: ReadRequest },
  outgoing: ServerResponse,
): Promise<void> {
  const { turn } = spoken;
  if (turn.delayMs !== undefined) await sleep(turn.delayMs);
  const { fault } = turn;
  if (fault?.kind === "silence") return;
  if (fault?.kind === "status") return refuseAs(wire, fault, outgoing);
  if (!request.isStream && fault === undefined) return sendJson(outgoing, 200, wire.whole(spoken));
  outgoing.writeHead(200, { "content-type": wire.streamType, "cache-control": "no-cache" });
  const parts = wire.parts(spoken);
  const said = fault === undefined ? parts : parts.slice(0, Math.ceil(parts.length / 2));
  for (const part of said) {
    await write(outgoing, part);
    if (turn.paceMs !== undefined) await sleep(turn.paceMs);
  }
  if (fault === undefined) outgoing.end(wire.end(spoken, request).join(""));
  else breakOff(wire, fault, outgoing);
}

export function sendJson(outgoing: ServerResponse, status: number, value: unknown): void {
  outgoing.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  outgoing.end(JSON.stringify(value));
}

export function sendRefusal(outgoing: ServerResponse, { status, body }: Refusal): void {
  sendJson(outgoing, status, body);
}

function refuseAs(
  wire: Wire,
  { status, message, retryAfter }: Extract<Fault, { kind: "status" }>,
  outgoing: ServerResponse,
): void {
  if (retryAfter !== undefined) outgoing.setHeader("retry-after", retryAfter);
  sendRefusal(outgoing, wire.refuse(status, message ?? MESSAGES[status] ?? "It is so."));
}

const MESSAGES: Readonly<Record<number, string>> = {
  429: "Rate limit reached for requests.",
  500: "The server had an error while processing your request. Sorry about that!",
  503: "Loading model",
};

function breakOff(wire: Wire, fault: Fault, outgoing: ServerResponse): void {
  switch (fault.kind) {
    case "cut":
      outgoing.destroy();
      return;
    case "unfinished":
      outgoing.end();
      return;
    case "error-in-stream":
      outgoing.end(
        wire.errorPart(fault.message ?? "an error was encountered while running the model"),
      );
      return;
    case "garbage":
      outgoing.write("data: {it is so\n\n");
      return;
    default:
  }
}

/** Resolves once the system has it, so that everything written before a cut arrives. */
function write(outgoing: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (outgoing.destroyed) resolve();
    else outgoing.write(text, () => resolve());
  });
}
