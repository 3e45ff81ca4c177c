import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { reportTo } from "./report.ts";

/* The least that a stream of server-sent events costs: Node's own HTTP server and a heartbeat. */

const HEARTBEAT_MS = 10_000;

const streams = new Set<ServerResponse>();
const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  streams.add(response);
  response.on("close", () => streams.delete(response));
});
setInterval(() => {
  for (const stream of streams) stream.write(": still here\n\n");
}, HEARTBEAT_MS);
server.listen(0, "127.0.0.1", () => {
  reportTo((server.address() as AddressInfo).port, () => void server.close());
});
