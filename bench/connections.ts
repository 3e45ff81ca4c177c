import { connect, type Socket } from "node:net";

/** One call as it goes over the wire. */
interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Whole header lines, each with its line end. */
  readonly headers: string;
  readonly body?: string;
}

/**
 * Kept-alive connections to one server on this machine, as many as there are calls at once. Node's
 * own client costs as much as a fast server does; this one parses only what our servers send, so
 * that with two cores the server is what is measured.
 */
export interface Connections {
  /** The body of a successful answer; rejects with the status and the body of any other. */
  call(call: Call): Promise<string>;
  close(): void;
}

interface Connection {
  send(text: string): Promise<string>;
  close(): void;
}

export function openConnections(port: number): Connections {
  const idle: Connection[] = [];
  const open = new Set<Connection>();
  const host = `host: 127.0.0.1:${port}\r\nconnection: keep-alive\r\n`;

  async function connected(): Promise<Connection> {
    const connection = await openConnection(port, () => open.delete(connection));
    open.add(connection);
    return connection;
  }

  return {
    async call({ method, path, headers, body }) {
      const connection = idle.pop() ?? (await connected());
      const head = `${method} ${path} HTTP/1.1\r\n${host}${headers}`;
      const content =
        body === undefined
          ? "\r\n"
          : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
      const answer = await connection.send(head + content);
      idle.push(connection);
      return answer;
    },
    close() {
      for (const connection of open) connection.close();
    },
  };
}

interface Exchange {
  readonly resolve: (body: string) => void;
  readonly reject: (error: Error) => void;
}

function openConnection(port: number, onClose: () => void): Promise<Connection> {
  const opened = Promise.withResolvers<Connection>();
  const socket: Socket = connect({ host: "127.0.0.1", port, noDelay: true });
  let exchange: Exchange | undefined;
  let received: Buffer | undefined;

  function settle(answer: Answer): void {
    const { resolve, reject } = exchange ?? {};
    exchange = undefined;
    received = undefined;
    if (answer.status < 300) resolve?.(answer.body);
    else reject?.(new Error(`The server answered ${answer.status}: ${answer.body}`));
  }

  socket.on("data", (chunk) => {
    received = received === undefined ? chunk : Buffer.concat([received, chunk]);
    const answer = readAnswer(received);
    if (answer !== undefined) settle(answer);
  });
  socket.on("error", (error) => {
    opened.reject(error);
    exchange?.reject(error);
  });
  socket.on("close", () => {
    onClose();
    exchange?.reject(new Error("The server closed the connection before it had answered."));
  });
  socket.on("connect", () =>
    opened.resolve({
      send(text) {
        const { promise, resolve, reject } = Promise.withResolvers<string>();
        exchange = { resolve, reject };
        socket.write(text);
        return promise;
      },
      close: () => socket.destroy(),
    }),
  );
  return opened.promise;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

const LENGTH = /\r\ncontent-length: (\d+)/i;

/** The answer once all of it is there. Both servers always say its length. */
function readAnswer(received: Buffer): Answer | undefined {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd === -1) return undefined;
  const head = received.toString("latin1", 0, headEnd);
  const length = LENGTH.exec(head)?.[1];
  if (length === undefined) throw new Error(`An answer without a length: ${head}`);
  const bodyStart = headEnd + 4;
  const end = bodyStart + Number(length);
  if (received.length < end) return undefined;
  const body = received.toString("utf8", bodyStart, end);
  return { status: Number(head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length)), body };
}
