import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { webhookModule } from "../../src/channels/webhook/webhook-module.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Channel, Content, Post } from "../../src/ports/channels/channel.ts";
import { openReceiver, type Receiver } from "../support/webhook/receiver.ts";
import { newSecret } from "../support/webhook/webhook-world.ts";

const PORTS = { now: Date.now, log: () => {} };
const secret = newSecret();

const CONTENT: Content = {
  blocks: [
    { kind: "title", text: "A question" },
    { kind: "said", by: "scout", text: "Ship 1.4?" },
  ],
  controls: [
    { kind: "button", token: "n.0", label: "approve", style: "primary" },
    { kind: "reply", hint: "or say why not" },
  ],
};

function post(receiver: Pick<Receiver, "url">, more: Partial<Post> = {}): Post {
  const address = { channel: "webhook", chatId: receiver.url } as const;
  return { key: `dlv_${crypto.randomUUID()}`, address, content: CONTENT, ...more };
}

async function open(settings: JsonObject = {}, now = Date.now): Promise<Channel> {
  return await webhookModule.open({ secret, allowPrivate: true, ...settings }, { ...PORTS, now });
}

async function receiver(): Promise<Receiver> {
  const opened = await openReceiver(secret);
  onTestFinished(() => opened.close());
  return opened;
}

describe("a post", () => {
  test("is a signed CloudEvent that the library of Standard Webhooks takes", async () => {
    const [channel, to] = [
      await open({ callbackUrl: "https://e.example.org/cb" }),
      await receiver(),
    ];
    const sent = post(to, { replyTo: "dlv_before" });
    expect(await channel.post(sent)).toEqual({ chatId: to.url, ids: [sent.key] });
    const [call] = to.calls;
    expect(call).toMatchObject({ method: "POST", path: "/events" });
    expect(call?.headers).toMatchObject({
      "content-type": "application/cloudevents+json",
      "webhook-id": sent.key,
    });
    expect(to.standing.get(sent.key)?.event).toMatchObject({
      specversion: "1.0",
      type: "earshot.request.posted",
      source: "urn:earshot",
      id: sent.key,
      data: {
        key: sent.key,
        address: to.url,
        replyTo: "dlv_before",
        ...CONTENT,
        callback: { url: "https://e.example.org/cb" },
      },
    });
  });

  test("that nobody can answer is a message", async () => {
    const [channel, to] = [await open(), await receiver()];
    const sent = post(to, { content: { ...CONTENT, controls: [] } });
    await channel.post(sent);
    expect(to.standing.get(sent.key)?.event.type).toBe("earshot.message.posted");
  });

  test("carries the extra headers of the settings", async () => {
    const [channel, to] = [await open({ headers: { "X-Route": "a" } }), await receiver()];
    await channel.post(post(to));
    expect(to.calls[0]?.headers["x-route"]).toBe("a");
  });

  test("shows what hides in a text, and keeps the names of a form exact", async () => {
    const [channel, to] = [await open(), await receiver()];
    const name = "a\u202eb";
    const field = { name, label: name, kind: "one_of", options: [name], isRequired: true } as const;
    const form = { title: "t", fields: [field] };
    const sent = post(to, {
      content: {
        blocks: [{ kind: "said", by: "x\u200b", text: "one\u202etwo\u001b[2J" }],
        controls: [{ kind: "form", token: "n.1", label: "fill", form }],
      },
    });
    await channel.post(sent);
    const data = to.standing.get(sent.key)?.event.data;
    expect(data?.blocks).toEqual([
      { kind: "said", by: "x\\u{200b}", text: "one\\u{202e}two\\u{1b}[2J" },
    ]);
    expect(data?.controls[0]).toMatchObject({
      form: { fields: [{ name, options: [name], label: "a\\u{202e}b" }] },
    });
  });

  test("that is sent again has the same id, and is taken once", async () => {
    const [channel, to] = [await open(), await receiver()];
    const sent = post(to);
    to.harm("lost_after");
    await expect(channel.post(sent)).rejects.toMatchObject({ kind: "transient" });
    await channel.post(sent);
    expect(to.calls.map(({ headers }) => headers["webhook-id"])).toEqual([sent.key, sent.key]);
    expect(to.events).toHaveLength(1);
  });

  test("that is edited is told as it stands now, each time with an id of its own", async () => {
    const [channel, to] = [await open(), await receiver()];
    const sent = post(to);
    const ref = await channel.post(sent);
    const content: Content = { blocks: [{ kind: "note", text: "answered" }], controls: [] };
    await channel.edit(ref, content);
    await channel.edit(ref, CONTENT);
    await channel.edit(ref, content);
    expect(to.events.map(({ type }) => type).slice(1)).toEqual(
      Array(3).fill("earshot.post.edited"),
    );
    expect(to.standing.get(sent.key)?.event.data).toMatchObject({ key: sent.key, ...content });
  });

  test("of the longest text fits, and one beyond a megabyte does not", async () => {
    const channel = await open();
    const said = (text: string): Content => ({
      blocks: [{ kind: "said", by: "scout", text }],
      controls: [],
    });
    expect(channel.fits(said("\u202e".repeat(channel.maxText)))).toBe(true);
    expect(channel.fits(said("a".repeat(1024 * 1024)))).toBe(false);
  });
});

describe("a reply of the receiver", () => {
  test.each([
    [400, "permanent"],
    [401, "permanent"],
    [404, "permanent"],
    [410, "permanent"],
    [408, "transient"],
    [425, "transient"],
    [500, "transient"],
    [502, "transient"],
    [503, "transient"],
    [429, "rate"],
  ])("of %i is %s", async (status, kind) => {
    const [channel, to] = [await open(), await receiver()];
    to.answer((outgoing) => outgoing.writeHead(status).end());
    await expect(channel.post(post(to))).rejects.toMatchObject({ kind, name: "ChannelError" });
  });

  test.each([200, 201, 202, 204])("of %i says that it is taken", async (status) => {
    const [channel, to] = [await open(), await receiver()];
    to.answer((outgoing) => outgoing.writeHead(status).end());
    await expect(channel.post(post(to))).resolves.toMatchObject({ chatId: to.url });
  });

  test.each([404, 410])("of %i to an edit says that it is gone", async (status) => {
    const [channel, to] = [await open(), await receiver()];
    to.answer((outgoing) => outgoing.writeHead(status).end());
    const editing = channel.edit({ chatId: to.url, ids: ["dlv_1"] }, CONTENT);
    await expect(editing).rejects.toMatchObject({ kind: "gone" });
  });

  test.each([
    ["7", 7_000],
    ["0", 0],
    [new Date(Date.UTC(2030, 0, 1, 0, 1)).toUTCString(), 60_000],
    [new Date(Date.UTC(2029, 0, 1)).toUTCString(), 0],
    ["999999999", 86_400_000],
    ["soon", undefined],
  ])("with Retry-After %s is kept", async (retryAfter, retryAfterMs) => {
    const now = () => Date.UTC(2030, 0, 1);
    const [channel, to] = [await open({}, now), await receiver()];
    to.answer((outgoing) => outgoing.writeHead(429, { "retry-after": retryAfter }).end());
    await expect(channel.post(post(to))).rejects.toMatchObject({ kind: "rate", retryAfterMs });
    to.answer((outgoing) => outgoing.writeHead(503, { "retry-after": retryAfter }).end());
    const kind = retryAfterMs === undefined ? "transient" : "rate";
    await expect(channel.post(post(to))).rejects.toMatchObject({ kind, retryAfterMs });
  });

  test.each([301, 302, 303, 307, 308])("that redirects with %i is not followed", async (status) => {
    const [channel, to, elsewhere] = [await open(), await receiver(), await receiver()];
    to.answer((outgoing) => outgoing.writeHead(status, { location: elsewhere.url }).end());
    await expect(channel.post(post(to))).rejects.toMatchObject({ kind: "permanent" });
    expect(elsewhere.calls).toEqual([]);
  });

  test("that would change the protocol is none", async () => {
    const [channel, to] = [await open(), await receiver()];
    to.answer(({ socket }) => {
      socket?.end("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
    });
    await expect(channel.post(post(to))).rejects.toMatchObject({ kind: "transient" });
  });

  test("without an end holds nothing up, and is not read for long", async () => {
    const [channel, to] = [await open(), await receiver()];
    let written = 0;
    const ended = new Promise<void>((resolve) => {
      to.answer((outgoing) => {
        outgoing.on("close", resolve);
        outgoing.writeHead(200);
        const chunk = Buffer.alloc(16 * 1024);
        const write = (): void => {
          written += chunk.length;
          if (!outgoing.destroyed) outgoing.write(chunk, () => setImmediate(write));
        };
        write();
      });
    });
    await channel.post(post(to));
    await ended;
    // What the sockets of both sides hold comes on top.
    expect(written).toBeLessThan(32 * 1024 * 1024);
  });
});

test("where nothing listens the failure passes, and its message names the host alone", async () => {
  const channel = await open();
  const to = await openReceiver(secret);
  await to.close();
  const error: unknown = await channel
    .post(post({ url: `${to.url}?key=hidden` }))
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ kind: "transient" });
  expect(String(error)).toContain("ECONNREFUSED");
  expect(String(error)).not.toContain("hidden");
});

test("a receiver that says nothing is given up after fifteen seconds", async () => {
  const server = createServer(() => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const posting = (await open()).post(post({ url: `http://127.0.0.1:${port}/` }));
  await expect(posting).rejects.toMatchObject({ kind: "transient" });
});

describe("settings", () => {
  test.each<[string, JsonObject]>([
    ["secret", {}],
    ["secret", { secret: 1 }],
    ["secret", { secret: "hunter2" }],
    ["secret", { secret: `whsec_${Buffer.alloc(23).toString("base64")}` }],
    ["secret", { secret: `whsec_${Buffer.alloc(65).toString("base64")}` }],
    ["secret", { secret: `${secret}!` }],
    ["secret", { secret: secret.slice("whsec_".length) }],
    ["allowPrivate", { secret, allowPrivate: "yes" }],
    ["callbackUrl", { secret, callbackUrl: "javascript:1" }],
    ["headers", { secret, headers: ["x"] }],
    ["host", { secret, headers: { Host: "x" } }],
    ["webhook-id", { secret, headers: { "Webhook-Id": "x" } }],
    ["content-length", { secret, headers: { "content-length": "1" } }],
    ["x-a", { secret, headers: { "x-a": "b\r\nc: d" } }],
    ["headers", { secret, headers: { "x\n": "b" } }],
    ["alowPrivate", { secret, alowPrivate: true }],
  ])("that are wrong are refused by the name of %s", async (name, settings) => {
    const error: unknown = await webhookModule
      .open(settings, PORTS)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "INVALID_INPUT" });
    expect(String(error)).toContain(name);
    expect(String(error)).not.toContain("hunter2");
  });

  test("that let private addresses be called say so loudly", async () => {
    const said = async (settings: JsonObject) =>
      (await (await open(settings)).check()).map(({ text }) => text).join("\n");
    expect(await said({})).toContain("WARNING: allowPrivate");
    expect(await said({ allowPrivate: false })).not.toContain("WARNING");
    expect(await said({})).not.toContain(secret);
  });
});
