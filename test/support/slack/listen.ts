import { once } from "node:events";
import type { Server } from "node:http";

/** On a port that nobody else has; closing it ends what still hangs on it. */
export async function listen(
  server: Server,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    port: address.port,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
