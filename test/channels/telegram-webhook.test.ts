import { describe, expect, test, vi } from "vitest";
import { telegramModule } from "../../src/channels/telegram/telegram-module.ts";
import { aStartedWorld, aWorld, failingSink } from "../support/telegram/in-world.ts";
import { callHook, FAKE_TOKEN, WEBHOOK_SECRET } from "../support/telegram/telegram-world.ts";

const WAIT = { timeout: 20_000 };

describe("a call of the webhook", () => {
  test.each([
    ["no secret", []],
    ["an empty one", [""]],
    ["another of the same length", ["x".repeat(WEBHOOK_SECRET.length)]],
    ["a part of it", [WEBHOOK_SECRET.slice(0, -1)]],
    ["more than it", [`${WEBHOOK_SECRET}x`]],
    ["it twice", [WEBHOOK_SECRET, WEBHOOK_SECRET]],
    ["it beside another", [WEBHOOK_SECRET, "x"]],
    ["it and another in one header", [`${WEBHOOK_SECRET}, x`]],
  ])("with %s is refused with 401, and heard by nobody", async (_, secrets) => {
    const world = await aStartedWorld("webhook");
    expect(await callHook(world.hookUrl, secrets)).toBe(401);
    expect(world.heard).toEqual([]);
  });

  test("with the secret is taken with 200", async () => {
    const world = await aStartedWorld("webhook");
    expect(await callHook(world.hookUrl, [WEBHOOK_SECRET])).toBe(200);
    expect(world.heard).toHaveLength(1);
  });

  test("is answered with 500 where the sink rejects", async () => {
    const world = await aStartedWorld("webhook", failingSink(1));
    expect(await callHook(world.hookUrl, [WEBHOOK_SECRET])).toBe(500);
    expect(await callHook(world.hookUrl, [WEBHOOK_SECRET])).toBe(200);
    expect(new Set(world.heard.map(({ key }) => key)).size).toBe(1);
  });

  test("is answered with 503 before the start and after the stop, so that it comes again", async () => {
    const world = await aWorld("webhook");
    expect(await callHook(world.hookUrl, [WEBHOOK_SECRET])).toBe(503);
    await world.start(async () => ({}));
    await world.channel.stop();
    expect(await callHook(world.hookUrl, [WEBHOOK_SECRET])).toBe(503);
  });

  test.each([
    ["GET", "{}", 405],
    ["POST", "", 400],
    ["POST", "{", 400],
    ["POST", "\u0000", 400],
    ["POST", "[]", 200],
    ["POST", '{"update_id":"x"}', 200],
    ["POST", '{"update_id":5,"message":{"text":{}}}', 200],
  ])(
    "by %s with the body %j is answered with its status, and heard by nobody",
    async (method, text, status) => {
      const world = await aStartedWorld("webhook");
      const headers = { "x-telegram-bot-api-secret-token": WEBHOOK_SECRET };
      const body = new TextEncoder().encode(text);
      const reply = await world.channel.receive?.({ method, path: "", headers, body });
      expect(reply?.status).toBe(status);
      expect(world.heard).toEqual([]);
    },
  );
});

test("Telegram is told the URL, the secret and what is wanted at the start", async () => {
  const world = await aStartedWorld("webhook");
  const told = world.telegram.server.calls.find(({ method }) => method === "setWebhook");
  expect(told?.args).toEqual({
    url: world.hookUrl,
    secret_token: WEBHOOK_SECRET,
    allowed_updates: ["message", "edited_message", "callback_query", "message_reaction"],
  });
});

test("without a URL nothing is set, which the check says", async () => {
  const world = await aWorld("webhook");
  const { url: apiUrl } = world.telegram.server;
  const settings = { token: FAKE_TOKEN, mode: "webhook", webhookSecret: WEBHOOK_SECRET, apiUrl };
  const channel = await telegramModule.open(settings, { now: Date.now, log: () => {} });
  await channel.start(async () => ({}));
  expect(world.telegram.queue.webhook).toBeUndefined();
  const faults = (await channel.check()).filter(({ isOk }) => !isOk);
  expect(faults).toMatchObject([{ text: expect.stringContaining("No webhook is set") }]);
});

test("updates that arrive in another order, and twice, keep their keys", async () => {
  const world = await aStartedWorld("webhook", failingSink(1));
  await world.say("One.", "member");
  await world.say("Two.", "member");
  await world.again();
  const keysOf = (text: string) =>
    world.heard.filter((event) => event.kind === "text" && event.text === text);
  await vi.waitFor(() => {
    expect(world.telegram.queue.pending).toEqual([]);
    expect(world.heard).toHaveLength(4);
  }, WAIT);
  for (const text of ["One.", "Two."]) {
    expect(new Set(keysOf(text).map(({ key }) => key)).size).toBe(1);
  }
});

test("a stop waits for what is being stored", async () => {
  let store = () => {};
  const stored = new Promise<void>((resolve) => {
    store = resolve;
  });
  const done: string[] = [];
  const world = await aStartedWorld("webhook", async () => {
    await stored;
    done.push("stored");
    return {};
  });
  await world.say("One.", "member");
  await vi.waitFor(() => expect(world.heard).toHaveLength(1), WAIT);
  const stopped = world.channel.stop().then(() => done.push("stopped"));
  store();
  await stopped;
  expect(done).toEqual(["stored", "stopped"]);
});
