import { Agent, type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { isLoopbackUrl } from "../../system/public-url.ts";

const agent = new Agent({ keepAlive: true });

/**
 * `fetch` for callers of a server on this machine, where it takes three times as long as the call itself. Such
 * a call goes straight over a kept connection, and follows no redirect: its key is for that server alone.
 */
export const localFetch: typeof fetch = async (input, init = {}) => {
  const { body = "" } = init;
  if (!(input instanceof URL && isLoopbackUrl(input) && typeof body === "string")) {
    return await fetch(input, init);
  }
  try {
    return await direct(input, { ...init, body });
  } catch (cause) {
    throw init.signal?.aborted === true
      ? init.signal.reason
      : new TypeError("fetch failed", { cause });
  }
};

async function direct(
  url: URL,
  { method = "GET", headers, body, signal }: RequestInit & { readonly body: string },
): Promise<Response> {
  signal?.throwIfAborted();
  const answered = Promise.withResolvers<IncomingMessage>();
  const sent = request(url, {
    agent,
    method,
    headers: {
      ...Object.fromEntries(new Headers(headers)),
      ...(body !== "" && { "content-length": Buffer.byteLength(body) }),
    },
  });
  let answer: IncomingMessage | undefined;
  const end = () => void (answer ?? sent).destroy(signal?.reason);
  signal?.addEventListener("abort", end, { once: true });
  sent.on("close", () => signal?.removeEventListener("abort", end));
  sent.on("error", answered.reject);
  sent.on("response", answered.resolve);
  sent.end(body);
  answer = await answered.promise;
  return await responseOf(answer);
}

/** Statuses whose answers have no body. */
const BODILESS: readonly (number | undefined)[] = [204, 205, 304];

/** An answer of known length is read whole first: a stream costs more than most answers. */
async function responseOf(answer: IncomingMessage): Promise<Response> {
  const { statusCode: status = 500, headers } = answer;
  const isWhole = headers["content-length"] !== undefined || BODILESS.includes(status);
  const body = isWhole
    ? Buffer.concat(await answer.toArray())
    : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
  return new Response(BODILESS.includes(status) ? null : body, {
    status,
    headers: headers as Readonly<Record<string, string>>,
  });
}
