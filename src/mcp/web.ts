import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";

/** The request for the SDK, without its body, which has been read; ends with the signal. */
export function toWebRequest({ method, url, headers }: IncomingMessage, signal: AbortSignal) {
  const entries = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const address = new URL(url ?? "/", `http://${headers.host ?? "localhost"}`);
  return new Request(address, { method: method ?? "GET", headers: entries, signal });
}

/**
 * Writes a response as it comes, no faster than its reader takes it. Resolves once all of it was handed over
 * or the reader has gone.
 */
export async function writeWebResponse(
  response: Response,
  outgoing: ServerResponse,
  extra: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (outgoing.destroyed) return void (await response.body?.cancel());
  const headers: Readonly<Record<string, string>> = {
    ...Object.fromEntries(response.headers),
    ...extra,
  };
  const isStream = headers["content-type"] === "text/event-stream";
  const text = isStream ? "" : await response.text();
  const length = isStream ? {} : { "content-length": Buffer.byteLength(text) };
  outgoing.writeHead(response.status, { ...headers, ...length });
  if (isStream && response.body !== null) {
    outgoing.flushHeaders();
    await pump(response.body.getReader(), outgoing);
  }
  if (outgoing.destroyed) return;
  const closed = once(outgoing, "close");
  const finished = new Promise<void>((resolve) => outgoing.end(text, resolve));
  await Promise.race([finished, closed]);
}

async function pump(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  outgoing: ServerResponse,
): Promise<void> {
  const leave = () => void reader.cancel().catch(() => {});
  outgoing.once("close", leave);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || outgoing.destroyed) return;
      if (!outgoing.write(value)) await drained(outgoing);
    }
  } finally {
    outgoing.off("close", leave);
  }
}

function drained(outgoing: ServerResponse): Promise<unknown> {
  return Promise.race([once(outgoing, "drain"), once(outgoing, "close")]);
}
