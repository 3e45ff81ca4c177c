import { createServer, type IncomingMessage } from "node:http";
import type { Channel, WebhookReply } from "../../../src/ports/channels/channel.ts";
import { KEPT_ALIVE } from "../kept-alive.ts";
import { listen } from "./listen.ts";

/** A server that has nothing but the channel's hook. */
export async function startHookHost(
  receive: NonNullable<Channel["receive"]>,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(KEPT_ALIVE, (request, response) => {
    answer(request, receive).then(
      ({ status, headers = {}, body = "" }) => response.writeHead(status, headers).end(body),
      () => response.destroy(),
    );
  });
  const { port, close } = await listen(server);
  return { url: `http://127.0.0.1:${port}`, close };
}

async function answer(
  request: IncomingMessage,
  receive: NonNullable<Channel["receive"]>,
): Promise<WebhookReply> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return await receive({
    method: request.method ?? "",
    path: request.url ?? "",
    headers: request.headers,
    body: Buffer.concat(chunks),
  });
}
