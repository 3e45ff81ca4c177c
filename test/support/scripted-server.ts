import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { PROBLEM_MEDIA_TYPE, toProblem } from "../../src/contract/problem.ts";
import { EarshotError, ERRORS, type ErrorCode } from "../../src/domain/errors.ts";

/* A server with prepared answers, for what a real one does only by bad luck. */

/** Answers one call, in whatever way. */
export type Reply = (outgoing: ServerResponse) => void;

/** A call as it arrived. */
export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ScriptedServer {
  readonly url: string;
  /** The calls so far, in their order. */
  readonly heard: readonly Heard[];
}

/** Answers one call after another, repeating the last reply; ends with the test. */
export async function startScripted(...replies: Reply[]): Promise<ScriptedServer> {
  const heard: Heard[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method = "", url = "", headers } = incoming;
    const body = await text(incoming).catch(() => "");
    const reply = replies[Math.min(heard.length, replies.length - 1)];
    heard.push({ method, path: url, headers, body });
    reply?.(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

/** An address at which nothing listens. */
export async function deadUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

export function json(value: unknown, status = 200): Reply {
  return (outgoing) => {
    outgoing.writeHead(status, { "content-type": "application/json" });
    outgoing.end(JSON.stringify(value));
  };
}

/** Any text with any status, as a proxy might send it. */
export function page(status: number, body: string): Reply {
  return (outgoing) => outgoing.writeHead(status, { "content-type": "text/html" }).end(body);
}

export function problem(code: ErrorCode, message = "It is so."): Reply {
  const document = toProblem(new EarshotError(code, message));
  return (outgoing) => {
    outgoing.writeHead(ERRORS[code].status, { "content-type": PROBLEM_MEDIA_TYPE });
    outgoing.end(JSON.stringify(document));
  };
}

/** Ends the connection without a word. */
export const cut: Reply = (outgoing) => void outgoing.destroy();

/** Ends the connection within the body, before its declared length. */
export function cutWithin(body: string): Reply {
  return (outgoing) => {
    outgoing.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body) + 100,
    });
    outgoing.write(body, () => outgoing.destroy());
  };
}

/** Takes the call and never answers. */
export const silence: Reply = () => {};

/** Sends these pieces of a stream, then ends it properly. */
export function stream(type: string, pieces: readonly string[]): Reply {
  return (outgoing) => {
    outgoing.writeHead(200, { "content-type": type });
    for (const piece of pieces) outgoing.write(piece);
    outgoing.end();
  };
}
