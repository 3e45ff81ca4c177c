import type { IncomingMessage, ServerResponse } from "node:http";
import { isChannelKind } from "../domain/channel-kind.ts";
import { EarshotError } from "../domain/errors.ts";
import type { WebhookCall, WebhookReply } from "../ports/channels/channel.ts";
import { readBytes } from "./body.ts";
import { sendText } from "./respond.ts";

/** Hands a platform's call to the channel of that kind; undefined if there is none, or it takes no calls. */
export type Hooks = (kind: string) => Hook | undefined;
/** Undefined if the channel was stopped meanwhile. */
export type Hook = (call: WebhookCall) => Promise<WebhookReply> | undefined;

export interface HookDeps {
  readonly hooks: Hooks;
  /** Limits how often calls are refused; rejects beyond that. */
  readonly limit: (kind: string) => Promise<void>;
}

export interface HookExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly path: string;
  readonly query: string;
}

const MAX_BYTES = 1024 * 1024;
const PATH = /^\/hooks\/([^/]{1,32})(\/.*)?$/;

/** Whether platforms call this path. */
export function isHook(path: string): boolean {
  return path.startsWith("/hooks/");
}

/**
 * Serves the call of a platform, which has no key: the channel checks its signature over the raw bytes.
 * Good calls are never limited, so nobody can keep a platform out by failing.
 */
export async function serveHook({ hooks, limit }: HookDeps, exchange: HookExchange): Promise<void> {
  const { incoming, outgoing, query } = exchange;
  const [, kind = "", path = "/"] = PATH.exec(exchange.path) ?? [];
  // No body is read for a channel that is not there.
  const hook = isChannelKind(kind) ? hooks(kind) : undefined;
  if (hook === undefined) throw noChannel();
  if (incoming.method !== "POST") {
    throw new EarshotError("METHOD_NOT_ALLOWED", "This path takes POST.", {
      details: { allowed: ["POST"] },
    });
  }
  const body = await readBytes(incoming, MAX_BYTES);
  const reply = await hook({
    method: incoming.method,
    path: query === "" ? path : `${path}?${query}`,
    headers: headersOf(incoming),
    body,
  });
  if (reply === undefined) throw noChannel();
  if (reply.status >= 400 && reply.status < 500) await limit(kind);
  send(outgoing, reply);
}

function noChannel(): EarshotError {
  return new EarshotError(
    "NOT_FOUND",
    "No channel takes calls here. earshot channels add sets one up.",
  );
}

/** Passes on a repeated header as two: joined, it could pass for one that was signed. */
function headersOf({ headersDistinct }: IncomingMessage): WebhookCall["headers"] {
  return Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => [
      name,
      values.length === 1 ? values[0] : values,
    ]),
  );
}

function send(outgoing: ServerResponse, { status, headers = {}, body = "" }: WebhookReply): void {
  const { "content-type": type = "text/plain", ...rest } = headers;
  sendText(outgoing, status, { type, text: body, headers: Object.entries(rest).flat() });
}
