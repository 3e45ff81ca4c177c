import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { createFilesServer } from "./files.ts";

/* The server of files over HTTP, for those who send `x-files-key: open`; it prints its address. */
const [folder = "."] = process.argv.slice(2);
const handler = createMcpHandler(() => createFilesServer(folder), { legacy: "stateless" });

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const body = incoming.method === "POST" ? { body: await text(incoming) } : {};
  const { method = "GET", url = "/" } = incoming;
  return new Request(new URL(url, "http://127.0.0.1"), { method, headers, ...body });
}

const server = createServer(async (incoming, outgoing) => {
  if (incoming.headers["x-files-key"] !== "open") {
    outgoing.writeHead(401).end();
    return;
  }
  const response = await handler.fetch(await toRequest(incoming));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  for await (const chunk of response.body ?? []) outgoing.write(chunk);
  outgoing.end();
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`http://127.0.0.1:${port}/mcp\n`);
});
