import type { IncomingMessage } from "node:http";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";

export interface SendOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly lookup: LookupFunction;
}

/** The head of the receiver's reply; its body is not needed. */
export interface Receipt {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

const PATIENCE_MS = 15_000;
const MAX_REPLY_BYTES = 64 * 1024;

/**
 * Sends one POST on its own connection. Redirects are not followed, because they would bypass every
 * check.
 */
export function sendEvent({ url, headers, body, lookup }: SendOptions): Promise<Receipt> {
  const { promise, resolve, reject } = Promise.withResolvers<Receipt>();
  const begin = url.protocol === "https:" ? requestHttps : requestHttp;
  const call = begin(url, {
    method: "POST",
    headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
    lookup,
    agent: false,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  call.on("response", (response) => {
    leave(response);
    const { statusCode = 0, headers: replied } = response;
    resolve({ status: statusCode, retryAfter: replied["retry-after"] });
  });
  call.on("error", reject);
  // A reply that would change the protocol ends the connection with neither a response nor an
  // error.
  call.on("close", () => reject(Object.assign(new Error("No reply."), { code: "ECONNRESET" })));
  call.end(body);
  return promise;
}

/** Lets the receiver finish its reply, within reason, so that it sees no broken connection. */
function leave(response: IncomingMessage): void {
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_REPLY_BYTES) response.destroy();
  });
  response.on("error", () => {});
}
