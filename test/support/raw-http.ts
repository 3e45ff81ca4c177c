import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { PATIENCE_MS } from "./cli.ts";

/* Bytes on a socket, for requests that no HTTP client of Node would send. */

export interface RawReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A connection that collects what arrives; it is closed with the test at the latest. */
export interface RawConnection {
  readonly socket: Socket;
  send(bytes: string | Uint8Array): void;
  /** The next complete reply (to a HEAD, its head); rejects if the connection ends first. */
  reply(to?: string): Promise<RawReply>;
  /** Resolves when the other side closes the connection, with the error if there was one. */
  readonly ended: Promise<Error | undefined>;
}

export function openRaw(port: number): RawConnection {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  let changed = () => {};
  let failure: Error | undefined;
  let isOver = false;
  const ended = new Promise<Error | undefined>((resolve) => {
    socket.on("close", () => {
      isOver = true;
      changed();
      resolve(failure);
    });
  });
  socket.setEncoding("latin1");
  socket.on("data", (text: string) => {
    received += text;
    changed();
  });
  socket.on("error", (error) => {
    failure = error;
  });
  onTestFinished(() => void socket.destroy());

  async function reply(to = "GET"): Promise<RawReply> {
    const deadline = Date.now() + PATIENCE_MS;
    // Only the length of a text that grows is cheap: to look into it copies what was gathered.
    let length = 0;
    const isWhole = () => {
      if (received.length >= length) length = lengthOfReply(received, to);
      return received.length >= length;
    };
    while (!isWhole()) {
      if (isOver || Date.now() > deadline) {
        throw new Error(`No whole reply (${failure ?? "no error"}), but: ${received}`);
      }
      await more();
    }
    const whole = received.slice(0, length);
    received = received.slice(length);
    return readReply(whole);
  }

  function more(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PATIENCE_MS);
      changed = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return { socket, send: (bytes) => void socket.write(bytes), reply, ended };
}

/** Sends these bytes on a connection of their own and returns the first reply. */
export async function sendRaw(port: number, bytes: string | Uint8Array): Promise<RawReply> {
  const connection = openRaw(port);
  connection.send(bytes);
  const [method] = Buffer.from(bytes.slice(0, 10)).toString().split(" ");
  try {
    return await connection.reply(method);
  } finally {
    connection.socket.destroy();
  }
}

/** The text of a request head; a header may appear twice. */
export function head(line: string, headers: readonly (readonly [string, string])[]): string {
  return [line, ...headers.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n");
}

/** How long the reply at the beginning of the text is; more than there is while its head is not whole. */
function lengthOfReply(text: string, to: string): number {
  const end = text.indexOf(HEAD_END);
  if (end === -1) return text.length + 1;
  const declared = /^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1];
  return end + HEAD_END.length + (to === "HEAD" ? 0 : Number(declared ?? 0));
}

const HEAD_END = "\r\n\r\n";

function readReply(text: string): RawReply {
  const end = text.indexOf(HEAD_END);
  const [line = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = new Headers(
    lines.map((header): [string, string] => {
      const colon = header.indexOf(":");
      return [header.slice(0, colon), header.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(line.split(" ")[1]), headers, body: text.slice(end + HEAD_END.length) };
}
