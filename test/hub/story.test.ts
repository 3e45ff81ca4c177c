import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { eventually, spawnEarshot, testFolder } from "../support/cli.ts";
import { earshotOnPty } from "../support/pty.ts";
import { APP_TOKEN } from "../support/slack/api-proxy.ts";
import { eventPayload } from "../support/slack/payloads.ts";
import { BOT_TOKEN, TEAM } from "../support/slack/slack-emulator.ts";
import { createSlackWorld, type SlackWorld } from "../support/slack/slack-world.ts";
import {
  createTelegramWorld,
  FAKE_TOKEN,
  type TelegramWorld,
} from "../support/telegram/telegram-world.ts";

/* One question on the terminal, the page, Slack and Telegram; one click answers it everywhere. */

interface Platforms {
  readonly slack: SlackWorld;
  readonly telegram: TelegramWorld;
}

async function openPlatforms(): Promise<Platforms> {
  const slack = await createSlackWorld({ mode: "socket" });
  onTestFinished(() => slack.close());
  const telegram = await createTelegramWorld({ mode: "polling" });
  onTestFinished(() => telegram.close());
  return { slack, telegram };
}

/** A data folder in which both are configured. */
function configure({ slack, telegram }: Platforms): string {
  const data = join(testFolder(), "data");
  mkdirSync(data, { mode: 0o700 });
  const settings = {
    slack: { botToken: BOT_TOKEN, appToken: APP_TOKEN, apiUrl: slack.proxy.url },
    telegram: { token: FAKE_TOKEN, apiUrl: telegram.telegram.server.url },
  };
  writeFileSync(join(data, "channels.json"), JSON.stringify(settings), { mode: 0o600 });
  return data;
}

async function run(data: string, ...args: readonly string[]): Promise<string> {
  const running = spawnEarshot([...args, "--data", data]);
  running.child.stdin.end();
  const { code, stdout, stderr } = await running.finished;
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stderr}`);
  return stdout + stderr;
}

const CODE = /[0-9A-Z]{5}-[0-9A-Z]{5}/;

async function codeFor(data: string, channel: string): Promise<string> {
  const [code] = CODE.exec(await run(data, "link", channel)) ?? [];
  if (code === undefined) throw new Error("No code was shown.");
  return code;
}

function saidToSlackBot(text: string, user: string) {
  const ts = `${Math.floor(Date.now() / 1_000)}.000900`;
  const message = {
    type: "message",
    channel_type: "im",
    channel: "D0ADA",
    user,
    text,
    ts,
    team: TEAM,
  };
  return eventPayload({ ...message, event_ts: ts }, "Ev0LINK");
}

test("a click in Telegram answers; terminal, page and Slack are told, and the agent has the answer", async () => {
  const platforms = await openPlatforms();
  const { slack, telegram } = platforms;
  const data = configure(platforms);
  const pty = earshotOnPty(["start", "--port", "0", "--data", data]);
  // To the end of the line: what is seen earlier may be a part of the port.
  const greeting = await pty.see(/http:\/\/127\.0\.0\.1:\d+\s/);
  const url = greeting.slice(greeting.indexOf("http")).trim();
  const operator = createClient({ url, key: readKeyFile(data, "operator") ?? "" });

  const code = await codeFor(data, "telegram");
  const { member } = telegram.people;
  telegram.telegram.write({
    from: member,
    chat: { id: member.id, type: "private" },
    text: `/link ${code}`,
  });
  const forSlack = await codeFor(data, "slack");
  await slack.deliver("events", saidToSlackBot(`link ${forSlack}`, slack.emulator.people.member));
  await eventually(async () => (await operator.listLinks()).items.length === 2);
  await run(data, "links", "chat", "slack", slack.address.chatId);
  await run(data, "links", "chat", "telegram", telegram.address.chatId);

  const asked = spawnEarshot([
    "ask",
    "--option",
    "approve",
    "--option",
    "hold",
    "Ship 1.4?",
    "--data",
    data,
  ]);
  await pty.see("Ship 1.4?");
  const onTelegram = await eventually(async () => (await telegram.shown())[0]);
  const onSlack = await eventually(async () => (await slack.shown())[0]);
  expect(onTelegram.text).toContain("Ship 1.4?");
  expect(onSlack.controls.map(({ label }) => label)).toEqual(["approve", "hold", "With words…"]);
  expect((await operator.inbox({})).items.map(({ title }) => title)).toEqual(["Ship 1.4?"]);

  const [approve] = onTelegram.controls;
  if (approve === undefined) throw new Error("Telegram shows no button.");
  await telegram.press(approve, "member");
  expect(await asked.finished).toMatchObject({ code: 0, stdout: "approve\n" });
  await pty.see(/Answered by \S+ via telegram/i);
  const edited = await eventually(async () => {
    const [post] = await slack.shown();
    return post?.controls.length === 0 ? post : undefined;
  });
  expect(edited.text).toMatch(/via telegram/i);
  expect((await telegram.shown())[0]?.controls).toEqual([]);
});

test("a message to a bad chat id is refused, and the agent's loop goes on", async () => {
  const platforms = await openPlatforms();
  const data = configure(platforms);
  const server = spawnEarshot(["start", "--no-console", "--port", "0", "--data", data]);
  const url = await eventually(() => /(http:\/\/127\.0\.0\.1:\d+)\s/.exec(server.stdout())?.[1]);
  await run(data, "links", "chat", "slack", platforms.slack.address.chatId);
  const agent = createClient({ url, key: readKeyFile(data, "agent") ?? "" });
  const bad = agent.send({ channel: "slack", chatId: "a b", text: "hello" });
  await expect(bad).rejects.toMatchObject({ code: "INVALID_INPUT" });
  const { chatId } = platforms.slack.address;
  await agent.send({ channel: "slack", chatId, text: "hello <!channel>" });
  const post = await eventually(async () => (await platforms.slack.shown())[0]);
  expect(post.text).toContain("hello <!channel>");
  expect(post.raw).not.toContain("<!channel>");
});
