import { toolPath } from "../contract/schemas/tools.ts";
import { type EarshotError, failedCall, isEarshotError } from "../domain/errors.ts";
import { MAX_KEY_HOLD_MS } from "../domain/limits.ts";
import { present } from "../domain/present.ts";
import type { Surface } from "../domain/surface.ts";
import type { Envelope, ToolAnswer, ToolCall } from "../ports/earshot/tool-door.ts";
import { newIdempotencyKey } from "./idempotency-key.ts";
import { send, type TransportOptions } from "./transport.ts";

/** Calls a tool of the server. A refusal by the server is an answer too; a signal rejects. */
export async function callTool(
  { transport, via }: { transport: TransportOptions; via: Surface | undefined },
  { name, args, holdMs, call, signal, via: said = via }: ToolCall,
): Promise<ToolAnswer> {
  try {
    const envelope = await send(
      transport,
      {
        method: "POST",
        path: toolPath(name),
        headers: {
          "idempotency-key": call ?? newIdempotencyKey(),
          ...present({
            "earshot-via": said,
            prefer: holdMs === undefined ? undefined : `wait=${Math.ceil(holdMs / 1_000)}`,
          }),
        },
        body: JSON.stringify(args),
        signal,
        // Only the server knows the hold of the key.
        holdMs: MAX_KEY_HOLD_MS,
        // The model itself should call less often.
        final: ["RATE_LIMITED"],
      },
      (response) => response.json() as Promise<Envelope>,
    );
    return { envelope, isError: false };
  } catch (error) {
    if (!isEarshotError(error)) throw error;
    return { envelope: envelopeOf(name, error), isError: true, error };
  }
}

/** The server's own envelope if the tool failed there, else one that says the call did not get so far. */
function envelopeOf(action: string, error: EarshotError): Envelope {
  const told = error.details?.["envelope"];
  if (isEnvelope(told)) return told;
  return { status: "error", action, data: failedCall(error), timestamp: new Date().toISOString() };
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === "object" && value !== null && "status" in value && "data" in value;
}
