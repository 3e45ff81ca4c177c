import type { IncomingMessage, ServerResponse } from "node:http";

/* What the limits over SQLite and PostgreSQL send and receive: the same words as Earshot. */

export const ASK = "/v1/requests";
const ID_START = `${ASK}/`.length;
const ID_END = ID_START + "req_".length + 26;

const idOf = (count: number) => `req_${String(count).padStart(26, "0")}`;
export const numberIn = (url: string) => Number(url.slice(ID_START + "req_".length, ID_END));
export const asked = (count: number) => `{"request":{"id":"${idOf(count)}"}}`;
export const answered = (text: string) =>
  `{"outcome":"answered","request":{"answer":{"text":${JSON.stringify(text)}}}}`;

export function send(response: ServerResponse, status: number, body: string): void {
  response.sendDate = false;
  response.writeHead(status, [
    "content-type",
    "application/json",
    "content-length",
    String(Buffer.byteLength(body)),
  ]);
  response.end(body);
}

export function readBody(request: IncomingMessage, use: (body: string) => void): void {
  const length = Number(request.headers["content-length"]);
  let received: Buffer | undefined;
  request.on("data", (chunk: Buffer) => {
    received = received === undefined ? chunk : Buffer.concat([received, chunk]);
    if (received.length === length) use(received.toString());
  });
}
