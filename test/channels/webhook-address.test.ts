import type { LookupAddress } from "node:dns";
import { expect, onTestFinished, test } from "vitest";
import { openWebhook } from "../../src/channels/webhook/webhook-module.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Channel, Post } from "../../src/ports/channels/channel.ts";
import { openReceiver } from "../support/webhook/receiver.ts";
import { newSecret } from "../support/webhook/webhook-world.ts";

/* An address must not make this server call hosts that only it can reach. */

const secret = newSecret();

interface Opened {
  readonly channel: Channel;
  /** Names that were looked up. */
  readonly asked: readonly string[];
}

/** `zone` gives for a name what it leads to, time by time; the last one stays. */
async function open(
  zone: Readonly<Record<string, readonly (readonly string[])[]>> = {},
  settings: JsonObject = {},
): Promise<Opened> {
  const asked: string[] = [];
  async function resolve(hostname: string): Promise<LookupAddress[]> {
    const before = asked.filter((name) => name === hostname).length;
    asked.push(hostname);
    const found = zone[hostname] ?? [];
    const addresses = found[before] ?? found.at(-1) ?? [];
    return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  }
  const ports = { now: Date.now, log: () => {} };
  const channel = await openWebhook({ secret, ...settings }, ports, resolve);
  return { channel, asked };
}

function post(chatId: string): Post {
  const content = { blocks: [{ kind: "note", text: "x" }], controls: [] } as const;
  return { key: "dlv_1", address: { channel: "webhook", chatId }, content };
}

test.each([
  "127.0.0.1",
  "127.1",
  "0",
  "0x7f.1",
  "0x7f000001",
  "2130706433",
  "017700000001",
  "0177.0.0.1",
  "127.0.0.1.",
  "１２７.0.0.1",
  "127。0。0。1",
  "%31%32%37.0.0.1",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "169.254.169.254",
  "2852039166",
  "0xa9fea9fe",
  "224.0.0.1",
  "255.255.255.255",
  "198.51.100.1",
  "168.63.129.16",
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::ffff:a9fe:a9fe]",
  "[64:ff9b::a9fe:a9fe]",
  "[2002:7f00:1::]",
  "[fe80::1]",
  "[fd00::1]",
  "[ff02::1]",
  "[2001:db8::1]",
  "[::127.0.0.1]",
])("the literal address %s is refused before any connection", async (host) => {
  const { channel, asked } = await open();
  for (const port of ["", ":8443", ":22"]) {
    const posting = channel.post(post(`https://${host}${port}/latest/meta-data`));
    await expect(posting).rejects.toMatchObject({
      kind: "permanent",
      message: expect.stringContaining("is not on the public internet"),
    });
  }
  expect(asked).toEqual([]);
});

test.each([
  ["loopback", ["127.0.0.1"]],
  ["IPv6 loopback", ["::1"]],
  ["the metadata of a cloud", ["169.254.169.254"]],
  ["an IPv4-mapped address", ["::ffff:10.0.0.1"]],
  ["one private address among public ones", ["1.1.1.1", "2606:4700:4700::1111", "10.0.0.1"]],
])("a name that leads to %s is refused", async (_, addresses) => {
  const { channel, asked } = await open({ "receiver.test": [addresses] });
  await expect(channel.post(post("https://receiver.test/"))).rejects.toMatchObject({
    kind: "permanent",
    message: expect.stringContaining("receiver.test is not on the public internet"),
  });
  expect(asked).toEqual(["receiver.test"]);
});

test("a name is looked up once, so it cannot lead elsewhere between the check and the connection", async () => {
  const receiver = await openReceiver(secret);
  onTestFinished(() => receiver.close());
  const zone = { "rebinding.test": [["127.0.0.1"], ["127.0.0.2"], ["127.0.0.3"]] };
  const { channel, asked } = await open(zone, { allowPrivate: true });
  await channel.post(post(`http://rebinding.test:${receiver.port}/events`));
  expect(asked).toEqual(["rebinding.test"]);
  expect(receiver.calls).toHaveLength(1);
  // No second look-up was made by anybody: the system does not know that name at all.
  expect(receiver.calls[0]?.headers.host).toBe(`rebinding.test:${receiver.port}`);
});

test("each post looks again, so a name that turns private is refused from then on", async () => {
  const receiver = await openReceiver(secret);
  onTestFinished(() => receiver.close());
  const { channel } = await open({ "turning.test": [["127.0.0.1"]] });
  const posting = channel.post(post(`https://turning.test:${receiver.port}/events`));
  await expect(posting).rejects.toMatchObject({ kind: "permanent" });
  expect(receiver.calls).toEqual([]);
});

test("a name without an address may get one, so the failure passes", async () => {
  const { channel } = await open();
  await expect(channel.post(post("https://nowhere.test/"))).rejects.toMatchObject({
    kind: "transient",
  });
});

test.each([
  ["http://receiver.test/", "https://"],
  ["ftp://receiver.test/", "https://"],
  ["file:///etc/passwd", "https://"],
  ["unix:/var/run/docker.sock", "https://"],
  ["javascript:alert(1)", "https://"],
  ["receiver.test", "not a URL"],
  ["", "not a URL"],
  ["https://", "not a URL"],
  ["https://[::1%eth0]/", "not a URL"],
  [`https://receiver.test/${"a".repeat(2_048)}`, "not a URL"],
  ["https://user@receiver.test/", "user or password"],
  ["https://:hidden@receiver.test/", "user or password"],
  ["https://receiver.test:443@127.0.0.1/", "user or password"],
])("the address %j is refused", async (chatId, why) => {
  const { channel, asked } = await open({ "receiver.test": [["1.1.1.1"]] });
  const error: unknown = await channel.post(post(chatId)).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ kind: "permanent", message: expect.stringContaining(why) });
  expect(String(error)).not.toContain("hidden");
  expect(asked).toEqual([]);
});

test("what is written as loopback is called only where private addresses are allowed", async () => {
  const receiver = await openReceiver(secret);
  onTestFinished(() => receiver.close());
  const { channel } = await open({}, { allowPrivate: true });
  await channel.post(post(receiver.url));
  expect(receiver.calls).toHaveLength(1);
  const strict = await open();
  for (const url of [receiver.url, receiver.url.replace("http:", "https:")]) {
    const ref = { chatId: url, ids: ["dlv_1"] };
    const content = post(url).content;
    await expect(strict.channel.edit(ref, content)).rejects.toMatchObject({ kind: "permanent" });
  }
  expect(receiver.calls).toHaveLength(1);
});
