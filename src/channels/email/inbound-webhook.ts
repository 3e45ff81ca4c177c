import { createHash, timingSafeEqual } from "node:crypto";
import type { WebhookCall, WebhookReply } from "../../ports/channels/channel.ts";
import { MAX_MAIL_BYTES, type Received } from "./mail-receiver.ts";

export interface InboundWebhookOptions {
  readonly secret: string;
  /** Undefined while nobody listens. */
  readonly take: ((raw: Uint8Array) => Promise<Received>) | undefined;
  readonly log: (line: string) => void;
}

/** Takes one raw mail from a mail server or provider that calls with the secret. */
export async function receiveInboundMail(
  call: WebhookCall,
  { secret, take, log }: InboundWebhookOptions,
): Promise<WebhookReply> {
  if (call.path.split("?")[0] !== "/inbound") return said(404, "There is nothing here.");
  // Checked first, so that a stranger learns nothing but that it is closed.
  if (!isBearer(call.headers["authorization"], secret)) {
    return said(401, "The secret is missing or wrong.");
  }
  if (call.method !== "POST") return said(405, "Only POST.", { allow: "POST" });
  if (call.body.byteLength > MAX_MAIL_BYTES) return said(413, "At most 1 MiB.");
  if (take === undefined) return said(503, "Not yet; try again.", { "retry-after": "5" });
  try {
    const { kind } = await take(call.body);
    return kind === "unreadable" ? said(400, "This is no mail.") : said(200, "Taken.");
  } catch {
    log("E-mail: a mail that came in could not be stored; its sender was asked to bring it again.");
    return said(500, "Not stored; try again.");
  }
}

function isBearer(given: string | readonly string[] | undefined, secret: string): boolean {
  if (typeof given !== "string") return false;
  const bearer = /^bearer (.+)$/i.exec(given)?.[1] ?? "";
  // Digests have equal length, so the comparison reveals nothing about the secret's.
  return timingSafeEqual(digest(bearer), digest(secret));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function said(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): WebhookReply {
  return { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body };
}
