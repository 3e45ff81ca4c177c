import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Channel } from "../../../src/ports/channels/channel.ts";
import { KEPT_ALIVE } from "../kept-alive.ts";

export interface HookServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a channel's webhook, with each header as it came. */
export async function startHookServer(channel: () => Channel): Promise<HookServer> {
  const server = createServer(KEPT_ALIVE, async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const { method = "" } = incoming;
    const headers = Object.fromEntries(
      Object.entries(incoming.headersDistinct).map(([name, values = []]) => [
        name,
        values.length === 1 ? values[0] : values,
      ]),
    );
    const reply = await channel().receive?.({ method, path: "", headers, body });
    outgoing.writeHead(reply?.status ?? 404, reply?.headers).end(reply?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/telegram`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
