import { createHash, timingSafeEqual } from "node:crypto";
import type { ChannelPorts, WebhookCall, WebhookReply } from "../../ports/channels/channel.ts";

export interface Receiving {
  readonly secret: string;
  readonly log: ChannelPorts["log"];
  /**
   * Resolves once the result of the update is stored; undefined before the start and after the
   * stop.
   */
  hear(): ((update: unknown) => Promise<void>) | undefined;
}

const SECRET_HEADER = "x-telegram-bot-api-secret-token";

/** Handles one call of Telegram's webhook. Telegram repeats whatever is not answered with 200. */
export async function receiveUpdate(
  receiving: Receiving,
  call: WebhookCall,
): Promise<WebhookReply> {
  if (!isSecret(call.headers[SECRET_HEADER], receiving.secret)) return { status: 401 };
  if (call.method !== "POST") return { status: 405, headers: { allow: "POST" } };
  const hear = receiving.hear();
  if (hear === undefined) return { status: 503 };
  const update = parsed(call.body);
  if (update === undefined) return { status: 400 };
  try {
    await hear(update);
    return { status: 200 };
  } catch {
    receiving.log("telegram: an update could not be stored");
    return { status: 500 };
  }
}

/** Two headers are a forgery even if one is right. Takes equally long for every wrong secret. */
function isSecret(header: string | readonly string[] | undefined, secret: string): boolean {
  if (typeof header !== "string") return false;
  return timingSafeEqual(digestOf(header), digestOf(secret));
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
