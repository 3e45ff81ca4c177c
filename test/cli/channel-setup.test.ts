import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { textAt } from "../../src/channels/slack/untrusted-json.ts";
import { savePublicUrl } from "../../src/cli/server/saved-public-url.ts";
import { writeChannelSettings } from "../../src/system/channel-settings.ts";
import { eventually, type TestServer, testFolder, testServer } from "../support/cli.ts";
import { startImapServer } from "../support/email/imap-server.ts";
import { replyMail } from "../support/email/reply-mail.ts";
import { startSmtpFake } from "../support/email/smtp-fake.ts";
import { ENTER } from "../support/pty.ts";
import { setUp, stepsInGuide } from "../support/setting-up.ts";
import { APP_TOKEN } from "../support/slack/api-proxy.ts";
import { eventPayload } from "../support/slack/payloads.ts";
import { BOT_TOKEN, TEAM } from "../support/slack/slack-emulator.ts";
import { createSlackWorld, type SlackWorld } from "../support/slack/slack-world.ts";
import { startFakeTelegram } from "../support/telegram/fake-telegram.ts";

/*
 * Set-up of a channel at a terminal, from the command to the first post that the person sees,
 * against each platform over real connections, and how many steps it takes.
 */

const MOST_STEPS = 12;
const CODE = /[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}/;

function savedIn(server: TestServer): Record<string, Record<string, unknown>> {
  return JSON.parse(readFileSync(join(server.data, "channels.json"), "utf8"));
}

async function codeSeen(see: (text: RegExp) => Promise<string>): Promise<string> {
  return CODE.exec((await see(CODE)).slice(-20))?.[0] ?? "";
}

/** What somebody writes to the app, as Slack tells of it. */
async function writeToApp(world: SlackWorld, text: string): Promise<void> {
  const user = world.emulator.people.member;
  const opened = await world.emulator.call("conversations.open", { users: user });
  const channel = textAt(opened, "channel", "id") ?? "";
  const ts = `${Math.floor(Date.now() / 1_000)}.000900`;
  const event = { type: "message", channel, channel_type: "im", user, team: TEAM, text, ts };
  await world.deliver("events", eventPayload(event, `Ev-${ts}`));
}

test("Slack is set up, taken up by the running server, linked and tried in twelve steps", async () => {
  const world = await createSlackWorld({ mode: "socket" });
  onTestFinished(() => world.close());
  const server = await testServer((data) => {
    // Where the calls go; a person at slack.com gives nothing of it.
    writeChannelSettings(data, { slack: { botToken: "", apiUrl: world.proxy.url } });
    savePublicUrl(data, "https://earshot.example.com");
  });
  const { terminal, steps, does, pastes, address } = setUp("slack", server.data);
  const url = new URL(await address("https://api.slack.com/apps?new_app=1&manifest_json="));
  const manifest = JSON.parse(url.searchParams.get("manifest_json") ?? "");
  expect(manifest.oauth_config.scopes.bot).toContain("mpim:history");
  expect(manifest.settings.event_subscriptions.bot_events).toContain("message.mpim");
  expect(manifest.settings.socket_mode_enabled).toBe(true);
  does("In the page that opens, choose the workspace and press Next");
  does("Press Create");
  does("Press Install to Workspace");
  does("Press Allow");
  does("Copy the Bot User OAuth Token");
  await terminal.see("Bot token");
  terminal.type(`${APP_TOKEN}${ENTER}`);
  await terminal.see("This is an app-level token.");
  terminal.type(`\u0015xoxb-wrong-token${ENTER}`);
  await terminal.see("Slack refused auth.test: invalid_auth.");
  await terminal.see("Give it once more.");
  pastes("Paste it", BOT_TOKEN);
  await terminal.see("The bot token is good");
  await address("https://api.slack.com/apps");
  does("In the page that opens, press Generate Token and Scopes");
  does("Give a name and the scope connections:write, and press Generate");
  does("Copy the token");
  await terminal.see("App-level token");
  pastes("Paste it", APP_TOKEN);
  await terminal.see("a socket can be opened");
  await terminal.see("The running server has taken it up.");
  await terminal.see("The public address is used from the next start");
  const code = await codeSeen(terminal.see);
  await address("https://slack.com/app_redirect?app=A0EARSHOT&team=");
  await terminal.see("Waiting for your message there");
  does("In the chat that opens, send the code");
  await writeToApp(world, `link ${code}`);
  await terminal.see("A test message is there.");
  expect(await terminal.exited).toMatchObject({ code: 0 });
  expect(terminal.output()).not.toContain(BOT_TOKEN);
  expect(terminal.output()).not.toContain(APP_TOKEN);
  const seen = await world.shown({ channel: "slack", chatId: world.emulator.people.member });
  expect(seen.at(-1)?.text).toContain("Earshot reaches you here");
  expect(savedIn(server)["slack"]).toMatchObject({ botToken: BOT_TOKEN, appToken: APP_TOKEN });
  expect(steps).toEqual(stepsInGuide("slack"));
  expect(steps.length).toBeLessThanOrEqual(MOST_STEPS);
});

/** A screen with a browser that only notes what it is to open. */
function fakeBrowser() {
  const folder = testFolder();
  const noted = join(folder, "opened");
  for (const name of ["xdg-open", "open"]) {
    const script = `#!/bin/sh\necho "$1" >> "${noted}"\n`;
    writeFileSync(join(folder, name), script, { mode: 0o755 });
  }
  const env = { DISPLAY: ":9", PATH: `${folder}:${process.env["PATH"]}` };
  return { env, opened: () => readFileSync(noted, "utf8").trim().split("\n") };
}

const TELEGRAM_TOKEN = "123456789:AAE-not-a-token-of-anybody_0123456789";
const TELEGRAM_BOT = {
  id: 123_456_789,
  is_bot: true,
  first_name: "Earshot",
  username: "earshot_test_bot",
  can_read_all_group_messages: false,
} as const;

test("Telegram is set up, linked by one press of Start and tried in nine steps", async () => {
  const telegram = await startFakeTelegram(TELEGRAM_TOKEN, TELEGRAM_BOT);
  onTestFinished(() => telegram.close());
  const ana = { id: 5_001, is_bot: false, first_name: "Ana" };
  const chat = { id: ana.id, type: "private" } as const;
  telegram.chats.addChat(chat);
  const server = await testServer((data) =>
    writeChannelSettings(data, { telegram: { token: "", apiUrl: telegram.server.url } }),
  );
  const browser = fakeBrowser();
  const set = setUp("telegram", server.data, browser.env);
  const { terminal, steps, does, pastes, address } = set;
  await address("https://t.me/BotFather");
  does("Press Start in the chat that opens");
  does("Send /newbot");
  does("Send a name, such as Earshot");
  does("Send a user name that ends in bot");
  does("Copy the token");
  await terminal.see("Bot token");
  terminal.type(`not a token${ENTER}`);
  await terminal.see("is not the token of a bot");
  terminal.type(`\u0015987654321:AAE-not-a-token-of-anybody_0123456789${ENTER}`);
  await terminal.see("Telegram does not know the bot's token");
  await terminal.see("Give it once more.");
  pastes("Paste it", TELEGRAM_TOKEN);
  await terminal.see("The token is that of @earshot_test_bot.");
  await terminal.see("Privacy mode is on");
  await terminal.see("The running server has taken it up.");
  await terminal.see("Public address of this server");
  pastes("Press Enter, or give the public address of the server", "");
  await terminal.see("Posts have no links to the page");
  const start = new URL(await address("https://t.me/earshot_test_bot?start="));
  does("Press Start in the chat that opens");
  await terminal.see("Waiting for your message there");
  telegram.write({ from: ana, chat, text: `/start ${start.searchParams.get("start")}` });
  await terminal.see("A test message is there.");
  expect(await terminal.exited).toMatchObject({ code: 0 });
  expect(terminal.output()).not.toContain(TELEGRAM_TOKEN);
  expect(browser.opened()).toEqual(["https://t.me/BotFather", start.href]);
  expect(telegram.chats.messages.at(-1)?.said.text).toContain("Earshot reaches you here");
  expect(steps).toEqual(stepsInGuide("telegram"));
  expect(steps.length).toBeLessThanOrEqual(MOST_STEPS);
});

test("e-mail is set up, linked by a reply and tried in ten steps", async () => {
  const smtp = await startSmtpFake();
  const imap = await startImapServer();
  onTestFinished(async () => void (await Promise.all([smtp.close(), imap.close()])));
  const server = await testServer();
  const { terminal, steps, does, pastes } = setUp("email", server.data);
  await terminal.see("Address of the mailbox");
  pastes("Type the address of the mailbox", "earshot@example.com");
  await terminal.see("SMTP address");
  terminal.type(`smtp://127.0.0.1:1${ENTER}`);
  await terminal.see("The mail server cannot be reached");
  does("Make a password for mail programs at the provider");
  does("Copy it");
  pastes("Paste it", smtp.url);
  await terminal.see("takes the sign-in");
  await terminal.see("IMAP address");
  pastes("Type the IMAP address", imap.url);
  await terminal.see("takes the sign-in and has the folder");
  await terminal.see("The running server has taken it up.");
  await terminal.see("Public address of this server");
  pastes("Press Enter, or give the public address of the server", "");
  await terminal.see("Posts have no links to the page");
  await terminal.see("Your own e-mail address");
  pastes("Type your own address", "ana@example.org");
  const code = await codeSeen(terminal.see);
  const invitation = await eventually(() =>
    smtp.taken.find(({ recipients }) => recipients.includes("ana@example.org")),
  );
  does("Open the mail that comes");
  does("Reply to it with the code");
  imap.deliver(replyMail({ from: "ana@example.org", text: code, to: invitation.mail }));
  await terminal.see("A test message is there.");
  expect(await terminal.exited).toMatchObject({ code: 0 });
  expect(smtp.taken.at(-1)?.mail.subject).toBe("Earshot reaches you here");
  expect(steps).toEqual(stepsInGuide("email"));
  expect(steps.length).toBeLessThanOrEqual(MOST_STEPS);
});
