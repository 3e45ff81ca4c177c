import { createServer, type Server } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../src/compose/compose.ts";
import { LOOPBACK_ADDRESSES, listenOnAll } from "../../src/http/listen-on-all.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";

/*
 * A browser that opens `localhost` tries ::1 first: another program on our port there would get the
 * link.
 */

const ADDRESS_OF_DOCUMENTATION = "2001:db8::1";
const say = (text: string) => (_: unknown, outgoing: { end(text: string): void }) =>
  outgoing.end(text);

/** Another program at this address, until the test ends. */
async function occupy(host: string, port = 0): Promise<number> {
  const server: Server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ host, port, ipv6Only: true }, resolve);
  await promise;
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

const canHave = async (host: string, port: number) => {
  await occupy(host, port);
  return true;
};

test("one port is served on both addresses of localhost, and freed on both", async () => {
  const listening = await listenOnAll(say("ours"), { hosts: LOOPBACK_ADDRESSES, port: 0 });
  const { port } = listening;
  for (const name of ["127.0.0.1", "[::1]", "localhost"]) {
    expect(await (await fetch(`http://${name}:${port}/`)).text()).toBe("ours");
  }
  await expect(occupy("::1", port)).rejects.toThrow("EADDRINUSE");
  await listening.close(1_000);
  for (const host of LOOPBACK_ADDRESSES) expect(await canHave(host, port)).toBe(true);
});

test("a port that another program has on ::1 is not taken, and none of it is kept", async () => {
  const port = await occupy("::1");
  await expect(listenOnAll(say("ours"), { hosts: LOOPBACK_ADDRESSES, port })).rejects.toMatchObject(
    {
      code: "ALREADY_RUNNING",
      message: expect.stringContaining(`[::1]:${port}`),
    },
  );
  expect(await canHave("127.0.0.1", port)).toBe(true);
});

test("the server does not start where another program has its port on ::1", async () => {
  const folder = makeFolder();
  onTestFinished(() => removeFolder(folder));
  const port = await occupy("::1");
  await expect(startServer({ dataFolder: folder, port })).rejects.toMatchObject({
    code: "ALREADY_RUNNING",
    message: expect.stringContaining(`[::1]:${port}`),
  });
});

test("an address that the machine does not have is done without", async () => {
  const hosts = ["127.0.0.1", ADDRESS_OF_DOCUMENTATION] as const;
  const listening = await listenOnAll(say("ours"), { hosts, port: 0 });
  onTestFinished(() => listening.close(1_000));
  expect(await (await fetch(`http://127.0.0.1:${listening.port}/`)).text()).toBe("ours");
});

test("where no port is free on all addresses the search for one ends", async () => {
  const hosts = ["127.0.0.1", "127.0.0.1"] as const;
  await expect(listenOnAll(say("ours"), { hosts, port: 0 })).rejects.toMatchObject({
    code: "ALREADY_RUNNING",
  });
});
