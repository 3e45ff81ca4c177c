import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { KEPT_ALIVE } from "./kept-alive.ts";

/** The program of an agent: an HTTP server that keeps what it was called with. */
export interface ProgramReceiver {
  readonly url: string;
  readonly calls: readonly { readonly headers: IncomingHttpHeaders; readonly body: string }[];
  /** Answers the next call so; any other with 204. */
  answerNext(status: number, headers?: Record<string, string>): void;
  /** Never answers the next call. */
  hangNext(): void;
}

export async function openReceiver(): Promise<ProgramReceiver> {
  const calls: { headers: IncomingHttpHeaders; body: string }[] = [];
  const answers: (readonly [number, Record<string, string>])[] = [];
  let hangs = 0;
  const server = createServer(KEPT_ALIVE, async (request, response) => {
    calls.push({ headers: request.headers, body: await text(request) });
    if (hangs > 0) {
      hangs -= 1;
      return;
    }
    const [status, headers] = answers.shift() ?? [204, {}];
    response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    calls,
    hangNext() {
      hangs += 1;
    },
    answerNext: (status, headers = {}) => void answers.push([status, headers]),
  };
}
