import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Forwarder {
  readonly url: string;
  /** The MCP methods of finished calls, if their caller names them in a header. */
  readonly methods: readonly string[];
  close(): Promise<void>;
}

/**
 * Forwards calls to a server with a key, for callers that cannot send one. Everything else passes
 * unchanged, Host and Origin too, since the tests also check how the server treats those.
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
