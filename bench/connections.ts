import { connect, type Socket } from "node:net";

/** One call as bytes on the wire. */
export interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Whole header lines, each with its line end. */
  readonly headers: string;
  readonly body?: string;
}

/**
 * Kept-alive connections to one server on this machine, one for each concurrent call. Node's own
 * client costs as much as a fast server. This one parses only what our servers send, so that with
 * two cores the bench measures the server.
 */
export interface Connections {
  /** The body of a successful answer; rejects with the status and the body of any other. */
  call(call: Call): Promise<string>;
  close(): void;
}

/** A header line with a key. */
export function bearer(key: string): string {
  return `authorization: Bearer ${key}\r\n`;
}

/** A whole call to a server on this machine. */
export function textOf(port: number, { method, path, headers, body }: Call): string {
  const host = `host: 127.0.0.1:${port}\r\nconnection: keep-alive\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\n${host}${headers}`;
  if (body === undefined) return `${head}\r\n`;
  const length = Buffer.byteLength(body);
  return `${head}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`;
}

interface Connection {
  send(text: string): Promise<string>;
  close(): void;
}

export function openConnections(port: number): Connections {
  const idle: Connection[] = [];
  const open = new Set<Connection>();

  async function connected(): Promise<Connection> {
    // A server closes what is idle for long; nothing that is sent over it would ever be answered.
    const connection = await openConnection(port, () => {
      open.delete(connection);
      if (idle.includes(connection)) idle.splice(idle.indexOf(connection), 1);
    });
    open.add(connection);
    return connection;
  }

  return {
    async call(call) {
      const connection = idle.pop() ?? (await connected());
      const answer = await connection.send(textOf(port, call));
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

/** The answer once it is complete. Both servers declare its length, or send it in chunks. */
function readAnswer(received: Buffer): Answer | undefined {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd === -1) return undefined;
  const head = received.toString("latin1", 0, headEnd);
  const status = Number(head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
  const bodyStart = headEnd + 4;
  const length = LENGTH.exec(head)?.[1];
  const body =
    length === undefined
      ? readChunks(received, bodyStart)
      : readPart(received, bodyStart, Number(length))?.toString("utf8");
  return body === undefined ? undefined : { status, body };
}

function readPart(received: Buffer, start: number, length: number): Buffer | undefined {
  return received.length < start + length ? undefined : received.subarray(start, start + length);
}

function readChunks(received: Buffer, start: number): string | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const sizeEnd = received.indexOf("\r\n", at);
    if (sizeEnd === -1) return undefined;
    const size = Number.parseInt(received.toString("latin1", at, sizeEnd), 16);
    if (Number.isNaN(size)) throw new Error("An answer with neither a length nor chunks.");
    const chunk = readPart(received, sizeEnd + 2, size + 2);
    if (chunk === undefined) return undefined;
    if (size === 0) return Buffer.concat(chunks).toString("utf8");
    chunks.push(chunk.subarray(0, size));
    at = sizeEnd + 2 + chunk.length;
  }
}
