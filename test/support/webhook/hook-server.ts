import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serveHook } from "../../../src/http/hooks.ts";
import type { Channel, WebhookCall } from "../../../src/ports/channels/channel.ts";
import { KEPT_ALIVE } from "../kept-alive.ts";

export interface HookServer {
  /** Of `/hooks/webhook/callback`. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Serves what calls one channel as Earshot does, and nothing else. */
export async function openHookServer(channel: Channel): Promise<HookServer> {
  const server = createServer(KEPT_ALIVE, (incoming, outgoing) => {
    const [path = "", query = ""] = (incoming.url ?? "").split("?");
    const hooks = {
      hooks: (kind: string) =>
        kind === channel.kind ? (call: WebhookCall) => channel.receive?.(call) : undefined,
      limit: async () => {},
    };
    serveHook(hooks, { incoming, outgoing, path, query }).catch(() => {
      outgoing.writeHead(400).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks/webhook/callback`,
    port,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
