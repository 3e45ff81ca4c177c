import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { webhookModule } from "../../src/channels/webhook/webhook-module.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Channel, Heard, Inbound, WebhookCall } from "../../src/ports/channels/channel.ts";
import { eventually } from "../support/cli.ts";
import { head, sendRaw } from "../support/raw-http.ts";
import { type Callback, sendCallback, signedCallback } from "../support/webhook/callbacks.ts";
import { type HookServer, openHookServer } from "../support/webhook/hook-server.ts";
import { createWebhookWorld, newSecret } from "../support/webhook/webhook-world.ts";

const secret = newSecret();
const ADDRESS = "https://receiver.test/events";
const ANN = { id: "ann", name: "Ann" };
const PRESS = { type: "press", key: "dlv_1", token: "n.0", address: ADDRESS, from: ANN };
const MINUTE = 60_000;

let channel: Channel;
let server: HookServer;
let heard: Inbound[];
let listen: (event: Inbound) => Promise<Heard>;

beforeEach(async () => {
  heard = [];
  listen = async () => ({});
  channel = await webhookModule.open({ secret }, { now: Date.now, log: () => {} });
  server = await openHookServer(channel);
  await channel.start((event) => {
    heard.push(event);
    return listen(event);
  });
  onTestFinished(() => server.close());
});

const send = (callback: Parameters<typeof sendCallback>[1]) => sendCallback(server.url, callback);
const sendSigned = (body: JsonObject | string) => send(signedCallback(secret, body));

describe("a signed callback", () => {
  test("is heard with who did what where, and its sender is told what came of it", async () => {
    listen = async () => ({ say: "Too late.", isRefusal: true });
    const at = new Date(Date.now() - MINUTE);
    const callback = signedCallback(secret, PRESS, { at });
    expect(await send(callback)).toEqual({ status: 200, say: "Too late.", refused: true });
    expect(heard).toEqual([
      {
        kind: "press",
        key: `wh:${callback.id}`,
        from: { id: "receiver.test/ann", name: "Ann" },
        address: { channel: "webhook", chatId: ADDRESS },
        atMs: Math.floor(at.getTime() / 1_000) * 1_000,
        token: "n.0",
        messageId: "dlv_1",
      },
    ]);
  });

  test.each<[JsonObject, object]>([
    [
      { type: "choose", token: "n.1", chosen: ["n.2", "n.3"] },
      { kind: "choose", token: "n.1", chosen: ["n.2", "n.3"], messageId: "dlv_1" },
    ],
    [
      { type: "submit", token: "n.1", values: { a: [1, { b: "c" }] } },
      { kind: "submit", token: "n.1", values: { a: [1, { b: "c" }] } },
    ],
    [
      { type: "reply", text: "not yet" },
      { kind: "text", text: "not yet", replyTo: "dlv_1", replyToKey: "dlv_1", isToUs: true },
    ],
    [{ type: "seen" }, { kind: "reaction", messageId: "dlv_1", name: "seen", isAdded: true }],
    [
      { type: "failed", text: "no such user" },
      { kind: "bounce", postKey: "dlv_1", messageId: "dlv_1", reason: "no such user" },
    ],
  ])("of %j is understood", async (said, event) => {
    expect(await sendSigned({ ...PRESS, token: "n.0", ...said })).toEqual({ status: 200 });
    expect(heard[0]).toMatchObject(event);
  });

  test("in words may stand alone", async () => {
    const { key: _, ...rest } = PRESS;
    await sendSigned({ ...rest, type: "reply", text: "hello" });
    expect(heard[0]).toMatchObject({ kind: "text", text: "hello", isToUs: true });
    expect(heard[0]).not.toHaveProperty("replyTo");
  });

  test.each<[JsonObject, object]>([
    [{ isForeign: true }, { isForeign: true }],
    [{ isForeign: "yes" }, { isForeign: true }],
    [{ isBot: true, isForeign: false }, { isBot: true }],
  ])("of somebody with %j is told so", async (more, account) => {
    await sendSigned({ ...PRESS, from: { ...ANN, ...more } });
    expect(heard[0]?.from).toEqual({ id: "receiver.test/ann", name: "Ann", ...account });
  });

  test("that is sent again is heard again under the same key", async () => {
    const callback = signedCallback(secret, PRESS);
    await send(callback);
    await send(callback);
    expect(new Set(heard.map(({ key }) => key)).size).toBe(1);
    expect(heard).toHaveLength(2);
  });

  test("is refused with 500 until it is stored", async () => {
    let tries = 0;
    listen = async () => {
      tries += 1;
      if (tries === 1) throw new Error("disk full");
      return { say: "Done." };
    };
    const callback = signedCallback(secret, PRESS);
    const failed = await send(callback);
    expect(failed.status).toBe(500);
    expect(failed.error).not.toContain("disk");
    expect(await send(callback)).toEqual({ status: 200, say: "Done." });
  });

  test("is not acknowledged before it is stored", async () => {
    const { promise: stored, resolve: store } = Promise.withResolvers<Heard>();
    listen = () => stored;
    let isAnswered = false;
    const sending = sendSigned(PRESS).finally(() => {
      isAnswered = true;
    });
    await eventually(async () => heard[0]);
    expect(isAnswered).toBe(false);
    store({});
    expect((await sending).status).toBe(200);
  });

  test("is put off with 503 while nobody listens", async () => {
    await channel.stop();
    expect((await sendSigned(PRESS)).status).toBe(503);
    expect(heard).toEqual([]);
  });
});

describe("a forged call", () => {
  const good = (): Callback => signedCallback(secret, PRESS);
  const over = (callback: Callback, headers: Record<string, string>): Callback => ({
    ...callback,
    headers: { ...callback.headers, ...headers },
  });

  test.each<[string, () => Callback]>([
    ["without a signature", () => ({ ...good(), headers: {} })],
    ["of another secret", () => signedCallback(newSecret(), PRESS)],
    ["with another id", () => over(good(), { "webhook-id": "cb_2" })],
    ["with a full stop in its id", () => signedCallback(secret, PRESS, { id: "a.1" })],
    ["with an id of spaces", () => signedCallback(secret, PRESS, { id: "a b" })],
    ["with too long an id", () => signedCallback(secret, PRESS, { id: "a".repeat(97) })],
    ["six minutes old", () => signedCallback(secret, PRESS, { at: ago(6 * MINUTE) })],
    ["six minutes early", () => signedCallback(secret, PRESS, { at: ago(-6 * MINUTE) })],
    ["signed with an unknown version", () => versioned("v2")],
    ["signed with an empty signature", () => over(good(), { "webhook-signature": "v1," })],
    ["with a time that is no number", () => over(good(), { "webhook-timestamp": "now" })],
    [
      "with a time that begins with one",
      () => over(good(), { "webhook-timestamp": `${good().headers["webhook-timestamp"]}x` }),
    ],
  ])("%s is refused with 401", async (_, make) => {
    expect((await send(make())).status).toBe(401);
    expect(heard).toEqual([]);
  });

  function versioned(version: string): Callback {
    const callback = good();
    const signature = callback.headers["webhook-signature"]?.replace("v1", version) ?? "";
    return over(callback, { "webhook-signature": signature });
  }

  function ago(ms: number): Date {
    return new Date(Date.now() - ms);
  }

  test("with any one bit of its body or signature flipped is refused with 401", async () => {
    const callback = good();
    const bytes = Buffer.from(callback.body);
    const call = (body: Uint8Array, headers: WebhookCall["headers"]) =>
      channel.receive?.({ method: "POST", path: "/callback", headers, body });
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect((await call(flipped, callback.headers))?.status).toBe(401);
    }
    const [, signature = ""] = callback.headers["webhook-signature"]?.split(",") ?? [];
    const digest = Buffer.from(signature, "base64");
    for (let bit = 0; bit < digest.length * 8; bit++) {
      const flipped = Buffer.from(digest);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const headers = over(callback, { "webhook-signature": `v1,${flipped.toString("base64")}` });
      expect((await call(bytes, headers.headers))?.status).toBe(401);
    }
    expect((await call(bytes, callback.headers))?.status).toBe(200);
  });

  test("whose bytes are no text is refused, whatever they would be read as", async () => {
    const signed = signedCallback(
      secret,
      JSON.stringify({ ...PRESS, type: "reply", text: "\ufffd" }),
    );
    const [before = "", after = ""] = signed.body.split("\ufffd");
    const body = Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)]);
    expect((await send({ headers: signed.headers, body })).status).toBe(401);
    expect((await send(signed)).status).toBe(200);
  });

  test.each(["webhook-id", "webhook-timestamp", "webhook-signature"])(
    "with two headers %s is refused with 401, though one of them is good",
    async (name) => {
      for (const isFirst of [true, false]) {
        const { headers, body } = good();
        const other: [string, string] = [name, "v1,AAAA"];
        const lines: [string, string][] = [
          ["host", "localhost"],
          ["content-length", String(Buffer.byteLength(body))],
          ...Object.entries(headers),
        ];
        const all = isFirst ? [other, ...lines] : [...lines, other];
        const reply = await sendRaw(
          server.port,
          head("POST /hooks/webhook/callback HTTP/1.1", all) + body,
        );
        expect(reply.status).toBe(401);
      }
      expect(heard).toEqual([]);
    },
  );

  test("is not taken for a good signature among several, while the good one is", async () => {
    const callback = good();
    const signature = callback.headers["webhook-signature"] ?? "";
    const several = over(callback, { "webhook-signature": `v1,AAAA ${signature}` });
    expect((await send(several)).status).toBe(200);
    const joined = over(callback, { "webhook-signature": `v1,AAAA, ${signature}` });
    expect((await send(joined)).status).toBe(401);
  });

  test("in the contract's world is taken in none of its forms, nor is a post that comes back", async () => {
    const world = await createWebhookWorld();
    onTestFinished(() => world.close());
    await world.start(async () => ({}));
    const content = { blocks: [{ kind: "title", text: "Ship?" }], controls: [] } as const;
    await world.channel.post({ key: "dlv_1", address: world.address, content });
    expect(await world.forge?.()).toBe(0);
    expect(world.heard).toEqual([]);
  });
});

describe("a signed body that is no callback", () => {
  const without = (name: keyof typeof PRESS): JsonObject =>
    Object.fromEntries(Object.entries(PRESS).filter(([key]) => key !== name));
  let deep: JsonObject = {};
  for (let depth = 0; depth < 10; depth++) deep = { deep };

  test.each<[string, JsonObject | string]>([
    ["no JSON", "{"],
    ["empty", ""],
    ["a list", "[]"],
    ["null", "null"],
    ["nested without end", "[".repeat(100_000)],
    ["of no type", without("type")],
    ["of an unknown type", { ...PRESS, type: "approve" }],
    ["without a key", without("key")],
    ["with a key that is a number", { ...PRESS, key: 1 }],
    ["without a token", without("token")],
    ["with too long a token", { ...PRESS, token: "a".repeat(41) }],
    ["with a token of other characters", { ...PRESS, token: "a b" }],
    ["without an address", without("address")],
    ["with an address that would not be called", { ...PRESS, address: "https://127.0.0.1/" }],
    ["from nobody", without("from")],
    ["from somebody without a name", { ...PRESS, from: { id: "ann" } }],
    ["from somebody with a control in the name", { ...PRESS, from: { id: "a", name: "a\nb" } }],
    ["from somebody whose id has spaces", { ...PRESS, from: { id: "a b", name: "a" } }],
    ["that chooses no tokens", { ...PRESS, type: "choose", chosen: [1] }],
    ["that submits a list", { ...PRESS, type: "submit", values: [] }],
    ["that submits too deep", { ...PRESS, type: "submit", values: deep }],
    ["that replies without words", { ...PRESS, type: "reply" }],
    ["that replies to what is no key", { ...PRESS, type: "reply", text: "a", key: "" }],
  ])("%s is refused with 400", async (_, body) => {
    expect((await sendSigned(body)).status).toBe(400);
    expect(heard).toEqual([]);
  });

  test("of more than 256 kB is refused with 413", async () => {
    const text = "a".repeat(256 * 1024);
    expect((await sendSigned({ ...PRESS, type: "reply", text })).status).toBe(413);
  });

  test("at another path is refused with 404", async () => {
    const callback = signedCallback(secret, PRESS);
    const url = server.url.replace("/callback", "/callbacks");
    expect((await sendCallback(url, callback)).status).toBe(404);
  });
});
