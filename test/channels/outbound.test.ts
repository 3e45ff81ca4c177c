import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { createOutbound } from "../../src/channels/webhook/create-outbound.ts";
import { openReceiver } from "../support/program-receiver.ts";

/* What an agent names must not make this server call what only it can reach. */

type Zone = Readonly<Record<string, readonly (readonly string[])[]>>;

/** `zone` gives for a name what it leads to, time by time; the last one stays. */
function open({
  hosts = [],
  zone = {},
}: {
  readonly hosts?: readonly string[];
  readonly zone?: Zone;
}) {
  const asked: string[] = [];
  return createOutbound({
    hosts,
    now: Date.now,
    async resolve(hostname) {
      const before = asked.filter((name) => name === hostname).length;
      asked.push(hostname);
      const found = zone[hostname] ?? [];
      const addresses = found[before] ?? found.at(-1) ?? [];
      return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
  });
}

function eventTo(url: string, secrets = [open({}).newSecret()]) {
  return { url, id: "dlv_1", body: '{"specversion":"1.0"}', secrets };
}

const PRIVATE = [
  "https://127.0.0.1/",
  "https://127.1/",
  "https://0/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://0177.0.0.1/",
  "https://10.0.0.1/",
  "https://172.16.0.1/",
  "https://192.168.1.1/",
  "https://100.64.0.1/",
  "https://169.254.169.254/latest/meta-data",
  "https://168.63.129.16/",
  "https://[::1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[fe80::1]/",
  "https://[fd00:ec2::254]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[2002:7f00:1::]/",
];

test.each(PRIVATE)(
  "%s is refused where it is given, and once more where it is called",
  async (url) => {
    const outbound = open({});
    await expect(outbound.check(url)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(outbound.send(eventTo(url))).rejects.toMatchObject({ kind: "permanent" });
  },
);

test.each([["127.0.0.1"], ["169.254.169.254"], ["93.184.215.14", "10.0.0.1"], ["::1"]])(
  "a name that leads to %s is refused, one good address beside it or not",
  async (...to) => {
    const outbound = open({ zone: { "inside.example.com": [to] } });
    const url = "https://inside.example.com/";
    await expect(outbound.check(url)).rejects.toThrow(/not on the public internet/);
    await expect(outbound.send(eventTo(url))).rejects.toMatchObject({ kind: "permanent" });
  },
);

test("a name that leads elsewhere once it was checked is refused by the call", async () => {
  const receiver = await openReceiver();
  const { port } = new URL(receiver.url);
  const url = `https://rebinding.example.com:${port}/`;
  const zone = { "rebinding.example.com": [["93.184.215.14"], ["127.0.0.1"]] };
  const outbound = open({ zone });
  expect(await outbound.check(url)).toBe(url);
  await expect(outbound.send(eventTo(url))).rejects.toMatchObject({ kind: "permanent" });
  expect(receiver.calls).toEqual([]);
});

test("a host that an operator has named is called at its port alone", async () => {
  const [receiver, other] = [await openReceiver(), await openReceiver()];
  const outbound = open({ hosts: [new URL(receiver.url).host] });
  expect(await outbound.check(receiver.url)).toBe(receiver.url);
  expect(await outbound.send(eventTo(receiver.url))).toBe(204);
  await expect(outbound.check(other.url)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await expect(outbound.send(eventTo(other.url))).rejects.toMatchObject({ kind: "permanent" });
  expect(other.calls).toEqual([]);
});

test.each([301, 302, 303, 307, 308])("a redirect by %d is not followed", async (status) => {
  const [receiver, inside] = [await openReceiver(), await openReceiver()];
  receiver.answerNext(status, { location: inside.url });
  const outbound = open({ hosts: [receiver.url, inside.url].map((url) => new URL(url).host) });
  const sending = outbound.send(eventTo(receiver.url));
  await expect(sending).rejects.toMatchObject({ kind: "permanent" });
  expect(inside.calls).toEqual([]);
});

test("the reply is not waited for, however long it goes on", async () => {
  const server = createServer((_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x".repeat(16_384)), 1);
    response.on("close", () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await open({ hosts: [host] }).send(eventTo(`http://${host}/`))).toBe(200);
});

test("while a secret is replaced a receiver with either takes the call, with another none", async () => {
  const receiver = await openReceiver();
  const outbound = open({ hosts: [new URL(receiver.url).host] });
  const secrets = [outbound.newSecret(), outbound.newSecret()];
  await outbound.send(eventTo(receiver.url, secrets));
  const [call = { headers: {}, body: "" }] = receiver.calls;
  const headers = call.headers as Record<string, string>;
  for (const secret of secrets) new Webhook(secret).verify(call.body, headers);
  const stranger = new Webhook(outbound.newSecret());
  expect(() => stranger.verify(call.body, headers)).toThrow();
});

test("a call that is forged, changed or sent again later is no good one", async () => {
  const receiver = await openReceiver();
  const outbound = open({ hosts: [new URL(receiver.url).host] });
  const secret = outbound.newSecret();
  await outbound.send(eventTo(receiver.url, [secret]));
  const [call = { headers: {}, body: "" }] = receiver.calls;
  const headers = call.headers as Record<string, string>;
  const webhook = new Webhook(secret);
  expect(webhook.verify(call.body, headers)).toEqual({ specversion: "1.0" });
  expect(() => webhook.verify(`${call.body} `, headers)).toThrow();
  expect(() => webhook.verify(call.body, { ...headers, "webhook-id": "dlv_2" })).toThrow();
  const late = String(Number(headers["webhook-timestamp"]) - 600);
  expect(() => webhook.verify(call.body, { ...headers, "webhook-timestamp": late })).toThrow();
});
