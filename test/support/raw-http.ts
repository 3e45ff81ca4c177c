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
    for (;;) {
      const whole = takeReply(received, to);
      if (whole !== undefined) {
        received = received.slice(whole.length);
        return whole.reply;
      }
      if (isOver || Date.now() > deadline) {
        throw new Error(`No whole reply (${failure ?? "no error"}), but: ${received}`);
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, PATIENCE_MS);
        changed = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
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

/** A complete reply of declared length at the beginning of the text, and how long it is. */
function takeReply(text: string, to: string): { reply: RawReply; length: number } | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const [line = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = new Headers(
    lines.map((header): [string, string] => {
      const colon = header.indexOf(":");
      return [header.slice(0, colon), header.slice(colon + 1).trim()];
    }),
  );
  const bytes = to === "HEAD" ? 0 : Number(headers.get("content-length") ?? 0);
  const length = end + 4 + bytes;
  if (text.length < length) return undefined;
  const status = Number(line.split(" ")[1]);
  return { reply: { status, headers, body: text.slice(end + 4, length) }, length };
}
