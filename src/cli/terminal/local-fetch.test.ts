import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { localFetch } from "./local-fetch.ts";

test("a call carries its method, headers and body, and brings status, headers and body", async () => {
  const url = await served(async (asked, answer) => {
    const { method, url: path, headers } = asked;
    const said = { method, path, header: headers["x-key"], body: await text(asked) };
    answer.writeHead(409, { "content-type": "application/json", "retry-after": "3" });
    answer.end(JSON.stringify(said));
  });
  const init = { method: "POST", headers: { "x-key": "k" }, body: '{"name":"Zoë"}' };
  const response = await localFetch(new URL("/v1/x?y=1", url), init);
  expect(response.status).toBe(409);
  expect(response.headers.get("retry-after")).toBe("3");
  expect(await response.json()).toEqual({
    method: "POST",
    path: "/v1/x?y=1",
    header: "k",
    body: '{"name":"Zoë"}',
  });
});

test("calls share a connection", async () => {
  const ports: (number | undefined)[] = [];
  const url = await served(({ socket }, answer) => {
    ports.push(socket.remotePort);
    answer.end("{}");
  });
  for (let n = 0; n < 3; n++) await (await localFetch(url)).json();
  expect(new Set(ports).size).toBe(1);
});

test("a stream comes piece by piece, and ends with its signal", async () => {
  const url = await served((_, answer) => {
    answer.write("one");
  });
  const ending = new AbortController();
  const { body } = await localFetch(url, { signal: ending.signal });
  const reader = body?.getReader();
  const first = await reader?.read();
  expect(Buffer.from(first?.value ?? []).toString()).toBe("one");
  ending.abort(new Error("No longer wanted."));
  await expect(reader?.read()).rejects.toThrow("No longer wanted.");
});

test("a call ends with its signal, for the reason of it, before the answer and within it", async () => {
  const begun: IncomingMessage[] = [];
  const url = await served((asked, answer) => {
    begun.push(asked);
    if (asked.url === "/within") answer.writeHead(200, { "content-length": 10 }).write("12345");
  });
  for (const path of ["/before", "/within"]) {
    const ending = new AbortController();
    const { signal } = ending;
    const call = localFetch(new URL(path, url), { signal });
    const ended = expect(call).rejects.toThrow("Time is up.");
    await expect.poll(() => begun.some((asked) => asked.url === path)).toBe(true);
    ending.abort(new Error("Time is up."));
    await ended;
    await expect(localFetch(url, { signal })).rejects.toThrow("Time is up.");
  }
});

test("a refused connection is told as fetch tells it", async () => {
  const refused = new URL("http://127.0.0.1:1/");
  const [ours, theirs] = await Promise.all(
    [localFetch, fetch].map((call) => call(refused).catch((error: Error) => error)),
  );
  expect(ours).toBeInstanceOf(TypeError);
  expect(ours).toMatchObject({ message: (theirs as Error).message });
  expect(ours).toMatchObject({ cause: { code: "ECONNREFUSED" } });
});

test("a redirect is followed nowhere, and an answer without a body has none", async () => {
  const url = await served(({ url: path }, answer) => {
    answer.writeHead(path === "/" ? 302 : 204, { location: "/elsewhere" }).end();
  });
  const redirected = await localFetch(url);
  expect([redirected.status, await redirected.text()]).toEqual([302, ""]);
  const empty = await localFetch(new URL("/elsewhere", url));
  expect([empty.status, empty.body]).toEqual([204, null]);
});

/** The address of a server of this test. */
async function served(listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}
