import { Agent, type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import type { Answer, Fetch } from "../../client/transport.ts";
import { isLoopbackUrl } from "../../system/public-url.ts";

const agent = new Agent({ keepAlive: true });

/**
 * `fetch` for callers of a server on this machine, where it takes three times as long as the call itself, and
 * to load it as long as the command. Such a call goes straight over a kept connection, and follows no
 * redirect: its key is for that server alone.
 */
export const localFetch: Fetch = async (url, init = {}) => {
  if (!isLoopbackUrl(url)) return await fetch(url, init);
  try {
    return await direct(url, init);
  } catch (cause) {
    throw init.signal?.aborted === true
      ? init.signal.reason
      : new TypeError("fetch failed", { cause });
  }
};

async function direct(
  url: URL,
  { method = "GET", headers, body = "", signal }: NonNullable<Parameters<Fetch>[1]>,
): Promise<Answer> {
  signal?.throwIfAborted();
  const answered = Promise.withResolvers<IncomingMessage>();
  const sent = request(url, {
    agent,
    method,
    headers: { ...headers, ...(body !== "" && { "content-length": Buffer.byteLength(body) }) },
  });
  let answer: IncomingMessage | undefined;
  const end = () => void (answer ?? sent).destroy(signal?.reason);
  signal?.addEventListener("abort", end, { once: true });
  sent.on("close", () => signal?.removeEventListener("abort", end));
  sent.on("error", answered.reject);
  sent.on("response", answered.resolve);
  sent.end(body);
  answer = await answered.promise;
  return await answerOf(answer);
}

/** Statuses whose answers have no body. */
const BODILESS: readonly (number | undefined)[] = [204, 205, 304];

/** An answer of known length is read whole first: a stream costs more than most answers. */
async function answerOf(answer: IncomingMessage): Promise<Answer> {
  const { statusCode: status = 500, headers } = answer;
  const isWhole = headers["content-length"] !== undefined || BODILESS.includes(status);
  const bytes = isWhole ? Buffer.concat(await answer.toArray()) : undefined;
  const whole = async () => bytes ?? Buffer.concat(await answer.toArray());
  const text = async () => (await whole()).toString();
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: {
      get: (name) => headers[name.toLowerCase()]?.toString() ?? null,
      has: (name) => headers[name.toLowerCase()] !== undefined,
    },
    get body() {
      if (BODILESS.includes(status)) return null;
      const stream = bytes === undefined ? answer : Readable.from([bytes]);
      return Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>;
    },
    text,
    json: async () => JSON.parse(await text()),
    arrayBuffer: async () => new Uint8Array(await whole()).buffer,
  };
}
