import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { writeChannelSettings } from "../../src/system/channel-settings.ts";
import { type TestServer, testServer } from "../support/cli.ts";
import { openReceiver } from "../support/receiver.ts";

/* An operator with several addresses, each linked by a code that was said there. */

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

interface Said {
  readonly address: string;
  readonly from: { readonly id: string; readonly name: string };
  readonly text: string;
}

async function serverWithWebhook(): Promise<TestServer> {
  return await testServer((data) =>
    writeChannelSettings(data, { webhook: { secret: SECRET, allowPrivate: true } }),
  );
}

/** Says it as the platform would: a signed callback. */
async function callBack(server: TestServer, said: Said): Promise<Response> {
  const id = `call-${said.from.id}`;
  const at = new Date();
  const body = JSON.stringify({ type: "reply", ...said });
  return await fetch(`${server.url()}/hooks/webhook/callback`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
      "webhook-signature": new Webhook(SECRET).sign(id, at, body),
    },
    body,
  });
}

async function linkAccount(server: TestServer, name: string): Promise<void> {
  const { url: address } = await openReceiver();
  const { stdout } = await server.run("link", "webhook");
  const from = { id: name, name };
  const said = await callBack(server, { address, from, text: `link ${stdout.trim()}` });
  expect(said.status, await said.text()).toBe(200);
}

/** Names in the order in which their operator is reached. */
async function order(server: TestServer): Promise<readonly string[]> {
  const { items } = await server.operator.listLinks();
  expect(new Set(items.map(({ rank }) => rank)).size).toBe(items.length);
  return items.toSorted((a, b) => a.rank - b.rank).map(({ name }) => name);
}

test("links first puts a link before the others of its operator, however often", async () => {
  const server = await serverWithWebhook();
  for (const name of ["one", "two", "three"]) await linkAccount(server, name);
  expect(await order(server)).toEqual(["one", "two", "three"]);
  const { items } = await server.operator.listLinks();
  const first = async (named: string) => {
    const id = items.find(({ name }) => name === named)?.id ?? "";
    return await server.run("links", "first", id);
  };
  const ranked = await first("three");
  expect(ranked.code, ranked.stderr).toBe(0);
  expect(ranked.stdout).toMatch(/^lnk_\w+ {2}#1 {4}webhook .* {2}three\n$/);
  expect(await order(server)).toEqual(["three", "one", "two"]);
  await first("two");
  await first("two");
  expect(await order(server)).toEqual(["two", "three", "one"]);
  expect((await server.run("links", "list")).stdout).toContain("  #3    webhook ");
});
