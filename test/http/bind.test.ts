import { existsSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../src/compose/compose.ts";
import { testFolder } from "../support/cli.ts";

/** The status of a call with this Host header. */
async function statusAs(port: number, host: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const call = request({ host: "127.0.0.1", port, path: "/readyz", headers: { host } }, (reply) => {
    reply.resume();
    resolve(reply.statusCode);
  });
  call.on("error", reject).end();
  return await promise;
}

test("a server that others can reach is called by the names it was given", async () => {
  const server = await startServer({
    dataFolder: join(testFolder(), "data"),
    port: 0,
    listen: "0.0.0.0",
    allowedHosts: ["earshot.internal"],
  });
  onTestFinished(() => server.stop());
  const port = Number(new URL(server.url).port);
  expect(await statusAs(port, `earshot.internal:${port}`)).toBe(200);
  expect(await statusAs(port, "localhost")).toBe(200);
  expect(await statusAs(port, "rebound.example.com")).toBe(403);
  expect(await statusAs(port, `0.0.0.0:${port}`)).toBe(403);
});

test("without such a name it does not start, and makes nothing", async () => {
  const dataFolder = join(testFolder(), "data");
  const starting = startServer({ dataFolder, port: 0, listen: "0.0.0.0" });
  await expect(starting).rejects.toThrow(/--allowed-host NAME/);
  expect(existsSync(dataFolder)).toBe(false);
});
