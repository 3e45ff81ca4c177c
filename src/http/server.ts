import type { RequestListener, Server, ServerOptions, ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import { EarshotError } from "../domain/errors.ts";

// A named import would read the whole module and load Node's HTTP client: a tenth of a start.
const { createServer } = process.getBuiltinModule("node:http");

export interface ListenOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
}

export interface Listening {
  readonly port: number;
  /**
   * Takes no more calls, gives those under way `graceMs` to finish, then ends the rest. Connections
   * without a call end with the last call at the latest.
   */
  close(graceMs: number): Promise<void>;
}

/*
 * Limits on what one peer can hold. A head must arrive in 10 s and a whole call in 30 s, so a sender who
 * drips bytes is gone soon. The time of an answer is not limited here.
 */
const SERVER_OPTIONS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
  optimizeEmptyRequests: true,
};
const MAX_CONNECTIONS = 25_000;

export function listen(
  listener: RequestListener,
  { host, port }: ListenOptions,
): Promise<Listening> {
  const { promise, resolve, reject } = Promise.withResolvers<Listening>();
  const calls = createCallCount();
  const server = createServer(SERVER_OPTIONS, (incoming, outgoing) => {
    calls.begin(outgoing);
    listener(incoming, outgoing);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.once("error", (cause: NodeJS.ErrnoException) => reject(listenError(cause, host, port)));
  server.listen(port, host, () => {
    const address = server.address() as AddressInfo;
    resolve({ port: address.port, close: (graceMs) => close(server, calls, graceMs) });
  });
  return promise;
}

function listenError(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  if (cause.code !== "EADDRINUSE") return cause;
  const address = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  return new EarshotError(
    "ALREADY_RUNNING",
    `Port ${port} is taken by another program, which listens on ${address}. Choose one with --port, or --port 0 for any free one.`,
    { cause, details: { port, address } },
  );
}

/** Counts the calls under way, from their head to the last byte of their answer. */
interface CallCount {
  begin(outgoing: ServerResponse): void;
  /** Calls `act` once, as soon as no call is under way. */
  whenNone(act: () => void): void;
}

function createCallCount(): CallCount {
  let count = 0;
  let act = () => {};
  function end(): void {
    count -= 1;
    if (count === 0) act();
  }
  return {
    begin(outgoing) {
      count += 1;
      outgoing.once("close", end);
    },
    whenNone(then) {
      act = then;
      if (count === 0) act();
    },
  };
}

/*
 * Node's own `close` would cut off answers that are still on their way to a slow reader. Then it would wait
 * for connections without a call: for an idle one as long as it is kept alive, for one that never sent
 * anything for ever.
 */
async function close(server: Server, calls: CallCount, graceMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const endAll = () => {
    server.close();
    server.closeAllConnections();
  };
  const force = setTimeout(endAll, graceMs);
  server.once("close", () => resolve());
  NetServer.prototype.close.call(server);
  calls.whenNone(endAll);
  await promise;
  clearTimeout(force);
}
