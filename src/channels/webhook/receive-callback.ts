import type { Sink, WebhookCall, WebhookReply } from "../../ports/channels/channel.ts";
import { type CallbackOptions, callbackEvent } from "./callback-event.ts";
import type { Signer } from "./signer.ts";

export interface ReceiveOptions extends CallbackOptions {
  readonly signer: Signer;
  readonly nowMs: number;
  /** Absent while nobody listens. */
  readonly sink: Sink | undefined;
}

const MAX_BYTES = 256 * 1024;

/** Takes one signed callback. It is acknowledged only once its result is stored. */
export async function receiveCallback(
  call: WebhookCall,
  { signer, nowMs, sink, addressOf }: ReceiveOptions,
): Promise<WebhookReply> {
  const [path] = call.path.split("?", 1);
  if (path !== "/callback") return refused(404, "Callbacks go to /hooks/webhook/callback.");
  if (call.method !== "POST") return refused(405, "A callback is a POST.");
  if (call.body.length > MAX_BYTES) return refused(413, `At most ${MAX_BYTES} bytes are taken.`);
  const signed = signer.verify(call, nowMs);
  if (signed === undefined) {
    return refused(401, "The signature is missing, wrong, or older than five minutes.");
  }
  // Our own posts have the same signature. If one is sent back to us, its type matches no callback.
  const event = callbackEvent(signed, { addressOf });
  if (event === undefined) return refused(400, "The body is not of the shape of a callback.");
  if (sink === undefined) return refused(503, "Nobody listens now. Send it again later.");
  try {
    const { say, isRefusal } = await sink(event);
    return json(200, { say, refused: isRefusal });
  } catch {
    return refused(500, "It could not be stored. Send it again with the same webhook-id.");
  }
}

function refused(status: number, error: string): WebhookReply {
  return json(status, { error });
}

function json(status: number, value: object): WebhookReply {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(value),
  };
}
