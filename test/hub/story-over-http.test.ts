import { expect, onTestFinished, test } from "vitest";
import { writeChannelSettings } from "../../src/system/channel-settings.ts";
import { eventually, type TestServerProcess, testServerProcess } from "../support/cli.ts";
import { eventPayload } from "../support/slack/payloads.ts";
import { BOT_TOKEN, TEAM } from "../support/slack/slack-emulator.ts";
import { createSlackWorld, SIGNING_SECRET } from "../support/slack/slack-world.ts";
import {
  createTelegramWorld,
  FAKE_TOKEN,
  WEBHOOK_SECRET,
} from "../support/telegram/telegram-world.ts";

/* The server is called by its platforms, as it polls and listens in the other story, and is killed. */

async function openPlatforms() {
  const server = await testServerProcess();
  const slack = await createSlackWorld({ mode: "http", hook: () => `${server.url()}/hooks/slack` });
  onTestFinished(() => slack.close());
  const telegram = await createTelegramWorld({ mode: "polling" });
  onTestFinished(() => telegram.close());
  writeChannelSettings(server.data, {
    slack: { botToken: BOT_TOKEN, signingSecret: SIGNING_SECRET, apiUrl: slack.proxy.url },
    telegram: {
      token: FAKE_TOKEN,
      apiUrl: telegram.telegram.server.url,
      mode: "webhook",
      webhookSecret: WEBHOOK_SECRET,
    },
  });
  /** It listens elsewhere after each start. */
  const start = async () => {
    await server.start();
    const url = `${server.url()}/hooks/telegram`;
    telegram.telegram.queue.setWebhook({ url, secret: WEBHOOK_SECRET }, undefined);
  };
  await server.kill();
  await start();
  return { server, slack, telegram, start };
}

async function codeFor(server: TestServerProcess, channel: string): Promise<string> {
  const { stdout, stderr } = await server.run("link", channel);
  return /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(stdout + stderr)?.[0] ?? "";
}

test("a click that comes while the server is killed answers once, and Slack is told", async () => {
  const { server, slack, telegram, start } = await openPlatforms();
  const { member } = telegram.people;
  telegram.telegram.write({
    from: member,
    chat: { id: member.id, type: "private" },
    text: `/link ${await codeFor(server, "telegram")}`,
  });
  const said = {
    type: "message",
    channel_type: "im",
    channel: "D0ADA",
    team: TEAM,
    user: slack.emulator.people.member,
    text: `link ${await codeFor(server, "slack")}`,
  };
  const ts = `${Math.floor(Date.now() / 1_000)}.000900`;
  await slack.deliver("events", eventPayload({ ...said, ts, event_ts: ts }, "Ev0LINK"));
  await eventually(async () => (await server.operator.listLinks()).items.length === 2);
  await server.run("links", "chat", "slack", slack.address.chatId);
  await server.run("links", "chat", "telegram", telegram.address.chatId);

  const options = [{ label: "approve" }, { label: "hold" }];
  const form = { kind: "choice", options } as const;
  const { request } = await server.agent.ask({ text: "Ship 1.4?", form, holdMs: 0 });
  const onTelegram = await eventually(async () => (await telegram.shown())[0]);
  await eventually(async () => (await slack.shown())[0]);
  const [approve] = onTelegram.controls;
  if (approve === undefined) throw new Error("Telegram shows no button.");

  await server.kill();
  const pressed = telegram.press(approve, "member");
  await start();
  await pressed;
  await telegram.again();
  await expect
    .poll(async () => (await server.operator.show({ id: request.id })).request, { timeout: 20_000 })
    .toMatchObject({
      status: "answered",
      answer: { choice: "approve" },
      closedBy: { via: "telegram" },
    });
  const told = await eventually(async () => {
    const [post] = await slack.shown();
    return post?.controls.length === 0 ? post.text : undefined;
  });
  expect(told).toMatch(/via telegram/i);
});
