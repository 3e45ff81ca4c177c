import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ChannelState } from "../../src/ports/earshot/hub.ts";
import { readChannelSettings, writeChannelSettings } from "../../src/system/channel-settings.ts";
import {
  earshot,
  earshotProcess,
  type TestServer,
  testFolder,
  testServer,
} from "../support/cli.ts";
import { type FakeTelegram, startFakeTelegram } from "../support/telegram/fake-telegram.ts";

/* A server that runs while its channels are changed, and what each setting must be. */

const TOKEN = "123456789:AAE-not-a-token-of-anybody_0123456789";
const WRONG = "987654321:AAE-not-a-token-of-anybody_0123456789";
const BOT = {
  id: 123_456_789,
  is_bot: true,
  first_name: "Earshot",
  username: "earshot_test_bot",
  can_read_all_group_messages: true,
} as const;
const ANA = { id: 5_001, is_bot: false, first_name: "Ana" };
const CHAT = { id: ANA.id, type: "private" } as const;
const WAIT = { timeout: 30_000, interval: 50 };

async function fakeTelegram(): Promise<FakeTelegram> {
  const telegram = await startFakeTelegram(TOKEN, BOT);
  onTestFinished(() => telegram.close());
  telegram.chats.addChat(CHAT);
  return telegram;
}

async function stateOf({ operator }: TestServer): Promise<ChannelState | undefined> {
  return (await operator.channels()).items.find(({ channel }) => channel === "telegram");
}

/** Whether the person is answered, whatever the words. */
async function expectHeard(telegram: FakeTelegram, text: string): Promise<void> {
  const before = telegram.chats.messages.length;
  telegram.write({ from: ANA, chat: CHAT, text });
  await expect.poll(() => telegram.chats.messages.length, WAIT).toBeGreaterThan(before);
}

test("a running server takes up what a script adds, brings posts there, and lets it go", async () => {
  const telegram = await fakeTelegram();
  const server = await testServer();
  const token = join(testFolder(), "token");
  writeFileSync(token, `${TOKEN}\n`);
  const added = await server.run(
    "channels",
    "add",
    "telegram",
    "--secret-file",
    `token=${token}`,
    "--set",
    `apiUrl=${telegram.server.url}`,
  );
  expect(added.code, added.stderr).toBe(0);
  expect(added.stderr).toContain("Saved telegram. The running server has taken it up.");
  expect(added.stdout + added.stderr).not.toContain(TOKEN);
  await expect.poll(() => stateOf(server), WAIT).toMatchObject({ state: "running" });
  const { code, url } = await server.operator.createLinkCode({ channel: "telegram" });
  expect(url).toBe(`https://t.me/earshot_test_bot?start=${code}`);
  telegram.write({ from: ANA, chat: CHAT, text: `/start ${code}` });
  await expect.poll(async () => (await server.operator.listLinks()).items.length, WAIT).toBe(1);
  await server.agent.ask({ text: "Which region?", form: { kind: "text" }, holdMs: 0 });
  const asked = () => telegram.chats.messages.find(({ said }) => said.text.includes("region"));
  await expect.poll(asked, WAIT).toBeDefined();
  // The lock screen of a phone shows how it begins; a link to this computer would be dead there.
  expect(asked()?.said.text).toMatch(/^Which region\?\nQuestion from /);
  expect(asked()?.said.text).toContain("npx earshot open");
  expect(asked()?.said.text).not.toContain("localhost");
  const removed = await server.run("channels", "remove", "telegram");
  expect(removed.stderr).toContain("The running server has let it go.");
  expect(await stateOf(server)).toBeUndefined();
});

test("wrong settings leave a channel that works as it was, and say so until they are right", async () => {
  const telegram = await fakeTelegram();
  const good = { telegram: { token: TOKEN, apiUrl: telegram.server.url } };
  const server = await testServer((data) => writeChannelSettings(data, good));
  await expect.poll(() => stateOf(server), WAIT).toMatchObject({ state: "running" });
  await expectHeard(telegram, "hello");
  writeChannelSettings(server.data, { telegram: { ...good.telegram, token: WRONG } });
  await expect
    .poll(async () => (await stateOf(server))?.refused?.why, WAIT)
    .toContain("Telegram does not know the bot's token");
  expect(await stateOf(server)).toMatchObject({ state: "running" });
  await expectHeard(telegram, "hello again");
  const listed = await server.run("channels");
  expect(listed.stdout).toContain("Newer settings are wrong, so the former are used: Telegram");
  expect((await server.run("doctor")).stdout).toMatch(
    /^failed +telegram +The settings in channels/m,
  );
  writeFileSync(join(server.data, "channels.json"), "{");
  await expect
    .poll(async () => (await stateOf(server))?.refused?.why, WAIT)
    .toContain("is not valid JSON");
  await expectHeard(telegram, "and again");
  writeChannelSettings(server.data, good);
  await expect.poll(async () => (await stateOf(server))?.refused, WAIT).toBeUndefined();
  expect((await server.run("doctor")).stdout).toMatch(/^warning +public url +Posts have no links/m);
});

/** A setting of each kind that is wrong, and what the sentence about it says. */
const WRONG_SETTINGS = [
  ["slack", "botToken", "xapp-1-A1-2-abcdefgh", "This is an app-level token"],
  ["slack", "botToken", "xoxp-1-2-abcdefgh", "This is a token of a person"],
  ["slack", "botToken", "hello", "has to begin with xoxb-"],
  ["slack", "appToken", "xoxb-1-2-abcdefgh", "has to begin with xapp-"],
  ["slack", "signingSecret", "short", "has to have 16 characters or more"],
  ["slack", "teamId", "acme", "has to be the workspace's id"],
  ["slack", "apiUrl", "http://slack-gov.com/api/", "has to be an https address"],
  ["telegram", "token", "hello", "is not the token of a bot"],
  ["telegram", "mode", "push", 'must be "polling" or "webhook"'],
  ["telegram", "webhookSecret", "short", "32 to 256 characters"],
  ["telegram", "webhookUrl", "http://example.com", "begins with https://"],
  ["telegram", "apiUrl", "http://example.com", "begins with https://"],
  ["email", "from", "Ana <ana@example.com>", "the bare address"],
  ["email", "smtpUrl", "mail.example.com", "must be an address such as smtps://"],
  ["email", "imapUrl", "imaps://mail.example.com", "needs a user and a password"],
  ["email", "inboundSecret", "short", "at least 32 characters"],
  ["email", "replySecret", "short", "at least 32 characters"],
  ["webhook", "secret", "short", 'needs a secret: "whsec_"'],
  ["webhook", "callbackUrl", "example", "needs callbackUrl to be the URL"],
  ["webhook", "allowPrivate", "maybe", "is true or false"],
  ["webhook", "headers", "x-key: 1", "is a JSON object"],
] as const;
const SECRET =
  /^(?:botToken|appToken|signingSecret|token|webhookSecret|smtpUrl|imapUrl|inboundSecret|replySecret|secret|headers)$/;

test.for(WRONG_SETTINGS)(
  "%s with a wrong %s is refused as it is given, in a sentence without the value",
  async ([kind, name, value, said]) => {
    const folder = testFolder();
    const file = join(folder, "value");
    writeFileSync(file, value);
    const way = SECRET.test(name)
      ? ["--secret-file", `${name}=${file}`]
      : ["--set", `${name}=${value}`];
    const refused = await earshot([
      "channels",
      "add",
      kind,
      ...way,
      "--data",
      join(folder, "data"),
    ]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(said);
    if (SECRET.test(name)) expect(refused.stderr).not.toContain(`${value} `);
    expect(readChannelSettings(join(folder, "data"))).toEqual({});
  },
);

test("without a terminal, standard input gives a secret, and JSON says what the server did", async () => {
  const telegram = await fakeTelegram();
  const server = await testServer();
  const args = ["channels", "add", "telegram", "--secret-file", "token=-", "--json"];
  const added = await earshotProcess(
    [...args, "--set", `apiUrl=${telegram.server.url}`, "--data", server.data],
    { stdin: `${TOKEN}\n` },
  );
  expect(added.code, added.stderr).toBe(0);
  expect(JSON.parse(added.stdout)).toMatchObject({ channel: "telegram", server: "taken" });
});
