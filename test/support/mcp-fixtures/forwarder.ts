import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Forwarder {
  readonly url: string;
  /** The methods of MCP whose calls have ended, where their caller says them in a header. */
  readonly methods: readonly string[];
  close(): Promise<void>;
}

/**
 * Passes calls on to a server with a key, for callers that can send none. All else goes through as
 * it came, Host and Origin too: what the server thinks of them is part of what is looked at.
 */
export async function startForwarder(target: string, key: string): Promise<Forwarder> {
  const { hostname, port } = new URL(target);
  const methods: string[] = [];

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const onward = request({
      hostname,
      port,
      method: incoming.method,
      path: incoming.url,
      headers: [...incoming.rawHeaders, "Authorization", `Bearer ${key}`],
      agent: false,
    });
    onward.on("response", (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      outgoing.flushHeaders();
      response.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => {
      onward.destroy();
      const { "mcp-method": method } = incoming.headers;
      if (typeof method === "string") methods.push(method);
    });
    incoming.pipe(onward);
  }

  const server = createServer(forward);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    methods,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
