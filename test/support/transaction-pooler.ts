import { connect, createServer, type Socket } from "node:net";

const READY = "Z".charCodeAt(0);

export interface TransactionPooler {
  readonly url: string;
  close(): void;
}

/**
 * A connection pooler in transaction mode with little load: once a client is let in, its messages
 * go to the one session that all share. Clients must take turns.
 */
export async function startTransactionPooler(server: string): Promise<TransactionPooler> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  let shared: { readonly upstream: Socket; speaker: Socket } | undefined;

  function serve(client: Socket): void {
    const upstream = connect(Number(port), hostname);
    let isIn = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    upstream.on("data", (bytes) => {
      const hears = shared?.upstream === upstream ? shared.speaker : client;
      hears.write(bytes);
      // Each round ends with the message that the server is ready: its letter, its length, its
      // state.
      if (!isIn && bytes.at(-6) === READY) {
        isIn = true;
        shared ??= { upstream, speaker: client };
      }
    });
    client.on("data", (bytes) => {
      if (!isIn || shared === undefined) {
        upstream.write(bytes);
        return;
      }
      shared.speaker = client;
      shared.upstream.write(bytes);
    });
  }

  const listener = createServer(serve);
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("The pooler has no port.");
  const url = new URL(server);
  url.hostname = "127.0.0.1";
  url.port = String(address.port);
  return {
    url: url.href,
    close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
