import { connect } from "node:net";
import { type Call, textOf } from "./connections.ts";

/** A response that goes on, on a connection of its own. */
export interface Stream {
  /** Resolves with the milliseconds from the call until the first byte of its response. */
  readonly firstByteMs: Promise<number>;
  /** Resolves once the response has ended, rejects where the connection ends before. */
  readonly ended: Promise<void>;
  close(): void;
}

/** The chunk after the last one. */
const LAST = "0\r";

/**
 * Opens a stream and hands on its lines, those of the head and of the chunks too. Our servers write
 * an event at a time, so that every line of an event is whole.
 */
export function openStream(port: number, call: Call, onLine: (line: string) => void): Stream {
  const firstByte = Promise.withResolvers<number>();
  const ended = Promise.withResolvers<void>();
  for (const { promise } of [firstByte, ended]) promise.catch(() => {});
  const began = performance.now();
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  let rest = "";

  socket.setEncoding("utf8");
  socket.on("connect", () => socket.write(textOf(port, call)));
  socket.on("data", (text: unknown) => {
    firstByte.resolve(performance.now() - began);
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      onLine(line);
      if (line === LAST) ended.resolve();
    }
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    const error = new Error("A stream was closed before it had ended.");
    firstByte.reject(error);
    ended.reject(error);
  });
  return {
    firstByteMs: firstByte.promise,
    ended: ended.promise,
    close: () => socket.destroy(),
  };
}
