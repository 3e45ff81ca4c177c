import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { KEPT_ALIVE } from "./kept-alive.ts";

/** The target of a webhook: an HTTP server that keeps what it was sent. */
export interface Receiver {
  readonly url: string;
  /** The bodies, as they came. */
  readonly bodies: readonly string[];
  /** The status with which it answers from now on. */
  answerWith(status: number): void;
}

export async function openReceiver(): Promise<Receiver> {
  const bodies: string[] = [];
  let status = 204;
  const server = createServer(KEPT_ALIVE, async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    bodies,
    answerWith: (given) => {
      status = given;
    },
  };
}
