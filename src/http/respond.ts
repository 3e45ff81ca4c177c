import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { PROBLEM_MEDIA_TYPE, toProblem } from "../contract/problem.ts";
import { ERRORS, isEarshotError } from "../domain/errors.ts";

const RETRY_AFTER_SECONDS = "1";

export function sendJson(outgoing: ServerResponse, status: number, value: unknown): void {
  sendText(outgoing, status, { type: "application/json", text: JSON.stringify(value) });
}

export function sendText(
  outgoing: ServerResponse,
  status: number,
  { type, text, headers = [] }: { type: string; text: string; headers?: readonly string[] },
): void {
  outgoing.writeHead(status, [
    ...["content-type", type, "content-length", String(Buffer.byteLength(text))],
    ...["cache-control", "no-store", "x-content-type-options", "nosniff"],
    ...headers,
  ]);
  outgoing.end(text);
}

/**
 * Answers with a problem document. Where the call was not read to its end the connection ends too:
 * whoever sends too much or too slowly gets no more of it.
 */
export function sendProblem(outgoing: ServerResponse, error: unknown): void {
  const problem = toProblem(error);
  const isLater = isEarshotError(error) && ERRORS[error.code].retry === "later";
  const isUnread = !outgoing.req.complete;
  if (isUnread) outgoing.once("finish", () => outgoing.req.socket.destroySoon());
  sendText(outgoing, problem.status, {
    type: PROBLEM_MEDIA_TYPE,
    text: JSON.stringify(problem),
    headers: [
      ...(isLater ? ["retry-after", RETRY_AFTER_SECONDS] : []),
      ...(problem.status === 401 ? ["www-authenticate", "Bearer"] : []),
      ...(problem.status === 405 ? ["allow", String(problem.details?.["allowed"])] : []),
      ...(isUnread ? ["connection", "close"] : []),
    ],
  });
}

/**
 * Streams text as it comes. A slow reader slows its own source: nothing is read ahead of what the
 * connection has taken. Ends when the source does or the reader goes.
 */
export async function sendStream(
  outgoing: ServerResponse,
  type: string,
  chunks: AsyncGenerator<string, void>,
): Promise<void> {
  outgoing.writeHead(200, {
    "content-type": type,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-accel-buffering": "no",
  });
  outgoing.flushHeaders();
  try {
    for await (const chunk of chunks) {
      if (outgoing.destroyed) return;
      if (!outgoing.write(chunk)) await drained(outgoing);
    }
  } finally {
    outgoing.end();
  }
}

async function drained(outgoing: ServerResponse): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  try {
    await Promise.race([once(outgoing, "drain", { signal }), once(outgoing, "close", { signal })]);
  } finally {
    settled.abort();
  }
}
