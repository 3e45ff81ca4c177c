import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { slackModule } from "../../src/channels/slack/slack-module.ts";
import { telegramModule } from "../../src/channels/telegram/telegram-module.ts";
import type { Channel } from "../../src/ports/channels/channel.ts";
import { createEmailWorld } from "../support/email/email-world.ts";
import { APP_TOKEN } from "../support/slack/api-proxy.ts";
import { BOT_TOKEN } from "../support/slack/slack-emulator.ts";
import { createSlackWorld, type SlackWorld } from "../support/slack/slack-world.ts";
import { aStartedWorld, aWorld } from "../support/telegram/in-world.ts";
import {
  FAKE_TOKEN,
  type TelegramWorld,
  WEBHOOK_SECRET,
} from "../support/telegram/telegram-world.ts";

/* What each channel says of itself when its platform does not bring what people do. */

const WAIT = { timeout: 20_000 };
const heardBy = (channel: Channel) => () => channel.hearing?.();

describe("Slack over a socket", () => {
  let world: SlackWorld;
  afterEach(() => world.close());

  async function start() {
    world = await createSlackWorld({ mode: "socket" });
    await world.start(async () => ({}));
    return heardBy(world.channel);
  }

  test("is running while it is open", async () => {
    const hears = await start();
    expect(hears()).toEqual({ state: "running" });
  });

  test("says that its socket is gone, for as long as no other is open", async () => {
    const hears = await start();
    world.proxy.refuse("apps.connections.open", "internal_error");
    world.socket.cut();
    await expect
      .poll(hears, WAIT)
      .toMatchObject({ state: "reconnecting", why: expect.stringContaining("internal_error") });
    await expect.poll(hears, WAIT).toEqual({ state: "running" });
  });

  test("is deaf once its token is refused, and tries on", async () => {
    const hears = await start();
    world.proxy.refuse("apps.connections.open", "token_revoked");
    world.socket.cut();
    await expect
      .poll(hears, WAIT)
      .toMatchObject({ state: "deaf", why: expect.stringContaining("token_revoked") });
    await expect.poll(hears, WAIT).toEqual({ state: "running" });
  });

  test("is deaf where another program has a socket with the same token", async () => {
    await start();
    const settings = { botToken: BOT_TOKEN, appToken: APP_TOKEN, apiUrl: world.proxy.url };
    const second = await slackModule.open(settings, { now: Date.now, log: () => {} });
    onTestFinished(() => second.stop());
    await second.start(async () => ({}));
    expect(second.hearing?.()).toMatchObject({
      state: "deaf",
      why: expect.stringContaining("Another program has a socket open"),
    });
  });
});

describe("Telegram by polling", () => {
  async function started() {
    const world = await aStartedWorld("polling");
    return { world, hears: heardBy(world.channel) };
  }

  test("is running while it polls", async () => {
    const { hears } = await started();
    expect(hears()).toEqual({ state: "running" });
  });

  test("is deaf while another program polls with its token", async () => {
    const { world, hears } = await started();
    const settings = { token: FAKE_TOKEN, apiUrl: world.telegram.server.url };
    const other = await telegramModule.open(settings, { now: Date.now, log: () => {} });
    await other.start(async () => ({}));
    onTestFinished(() => other.stop());
    await expect
      .poll(hears, WAIT)
      .toMatchObject({ state: "deaf", why: expect.stringContaining("Another program polls") });
    // A poll that comes through between two conflicts says nothing.
    const heard = async () => {
      await world.say("Still there?", "member");
      return world.heard.length;
    };
    await expect.poll(heard, WAIT).toBeGreaterThan(0);
    expect(hears()).toMatchObject({ state: "deaf" });
  });

  test("is deaf while a webhook is set", async () => {
    const world = await aWorld("polling");
    const hears = heardBy(world.channel);
    world.telegram.queue.setWebhook({ url: "https://elsewhere.example/x" }, undefined);
    await world.start(async () => ({}));
    await expect
      .poll(hears, WAIT)
      .toMatchObject({ state: "deaf", why: expect.stringContaining("A webhook is set") });
  });

  test("says that Telegram is away", async () => {
    const { world, hears } = await started();
    await world.telegram.close();
    await expect.poll(hears, WAIT).toMatchObject({ state: "reconnecting" });
  });
});

describe("Telegram by webhook", () => {
  /** A time that goes on where the fact says so. */
  async function opened({ telegram, hookUrl }: TelegramWorld) {
    let nowMs = Date.now();
    const settings = { token: FAKE_TOKEN, mode: "webhook", webhookSecret: WEBHOOK_SECRET };
    const where = { apiUrl: telegram.server.url, webhookUrl: hookUrl };
    const ports = { now: () => nowMs, log: () => {} };
    const channel = await telegramModule.open({ ...settings, ...where }, ports);
    await channel.start(async () => ({}));
    onTestFinished(() => channel.stop());
    const pass = (ms: number) => {
      nowMs += ms;
    };
    return { hears: heardBy(channel), pass };
  }

  test("is running while Telegram calls it", async () => {
    const world = await aWorld("webhook");
    const { hears, pass } = await opened(world);
    hears();
    pass(20_000);
    expect(hears()).toEqual({ state: "running" });
    const looks = () =>
      world.telegram.server.calls.filter(({ method }) => method === "getWebhookInfo").length;
    await expect.poll(looks, WAIT).toBe(2);
    expect(hears()).toEqual({ state: "running" });
  });

  test.each([
    ["elsewhere", { url: "https://elsewhere.example/secret" }, "elsewhere.example, not webhookUrl"],
    ["nowhere", undefined, "No webhook is set"],
  ])("is deaf once somebody has Telegram call %s, within 20 seconds", async (_, set, says) => {
    const world = await aWorld("webhook");
    const { hears, pass } = await opened(world);
    expect(hears()).toEqual({ state: "running" });
    world.telegram.queue.setWebhook(set, undefined);
    pass(20_000);
    await expect
      .poll(hears, WAIT)
      .toMatchObject({ state: "deaf", why: expect.stringContaining(says) });
    expect(JSON.stringify(hears())).not.toContain("secret");
    world.telegram.queue.setWebhook({ url: world.hookUrl, secret: WEBHOOK_SECRET }, undefined);
    pass(20_000);
    await expect.poll(hears, WAIT).toEqual({ state: "running" });
  });
});

describe("e-mail by IMAP", () => {
  test("says that the server is away, and runs as soon as it is back", async () => {
    const world = await createEmailWorld({ way: "imap" });
    onTestFinished(() => world.close());
    await world.start(async () => ({}));
    const hears = heardBy(world.channel);
    expect(hears()).toEqual({ state: "running" });
    world.imap?.cut(true);
    await expect.poll(hears, WAIT).toMatchObject({ state: "reconnecting" });
    world.imap?.cut(false);
    await expect.poll(hears, WAIT).toEqual({ state: "running" });
  });
});
