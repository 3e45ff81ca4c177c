import { request } from "node:http";
import { telegramModule } from "../../../src/channels/telegram/telegram-module.ts";
import type { Address } from "../../../src/domain/hub/delivery.ts";
import type { Channel, Inbound, Sink } from "../../../src/ports/channels/channel.ts";
import type {
  ChannelWorld,
  ShownPost,
  Someone,
} from "../../../src/testing/channel-contract/channel-world.ts";
import type { FakeChat, StoredMessage } from "./chat-store.ts";
import { type FakeTelegram, type FakeUser, startFakeTelegram } from "./fake-telegram.ts";
import { startHookServer } from "./hook-server.ts";
import { asHtml } from "./stored-text.ts";

export interface TelegramWorld extends ChannelWorld {
  readonly telegram: FakeTelegram;
  /** The group at `address`. */
  readonly group: FakeChat;
  /** What the channel has logged. */
  readonly logged: readonly string[];
  readonly people: Readonly<Record<Someone, FakeUser>>;
  /** Where Telegram calls; with the webhook only. */
  readonly hookUrl: string;
  message(post: ShownPost): StoredMessage;
}

const BOT_ID = 123_456_789;
export const FAKE_TOKEN = `${BOT_ID}:AAE-not-a-token-of-anybody_0123456789`;
export const WEBHOOK_SECRET = "a-secret-of-tests-that-has-more-than-32-characters";
export const TOPIC = 42;

const BOT = {
  id: BOT_ID,
  is_bot: true,
  first_name: "Earshot",
  username: "earshot_test_bot",
  can_read_all_group_messages: true,
} as const;

const GROUP: FakeChat = { id: -1_001_234_567_890, type: "supergroup", topics: [TOPIC] };
const OUTSIDE: FakeChat = {
  id: -1_009_876_543_210,
  type: "supergroup",
  forbidden: "bot is not a member of the supergroup chat",
};
const PEOPLE: Readonly<Record<Someone, FakeUser>> = {
  member: { id: 5_001, is_bot: false, first_name: "Ada", last_name: "L.", username: "ada" },
  guest: { id: 5_002, is_bot: false, first_name: "Gus" },
  outsider: { id: 5_003, is_bot: false, first_name: "Oda" },
};

export interface TelegramWorldOptions {
  readonly mode: "polling" | "webhook";
}

/** The channel with a fake of Telegram; `raw` of what is shown is HTML with a tag for each entity. */
export async function createTelegramWorld({ mode }: TelegramWorldOptions): Promise<TelegramWorld> {
  const telegram = await startFakeTelegram(FAKE_TOKEN, BOT);
  telegram.chats.addChat(GROUP);
  telegram.chats.addChat(OUTSIDE);
  for (const { id } of Object.values(PEOPLE)) telegram.chats.addChat({ id, type: "private" });
  const logged: string[] = [];
  const heard: Inbound[] = [];
  const hook = await startHookServer(() => channel);
  const webhook = { mode, webhookSecret: WEBHOOK_SECRET, webhookUrl: hook.url };
  const settings = {
    token: FAKE_TOKEN,
    apiUrl: telegram.server.url,
    ...(mode === "webhook" && webhook),
  };
  const channel: Channel = await telegramModule.open(settings, {
    now: () => Date.now(),
    log: (line) => logged.push(line),
  });
  const address: Address = { channel: "telegram", chatId: String(GROUP.id) };

  function message({ id }: Pick<ShownPost, "id">): StoredMessage {
    const found = telegram.chats.messages.find((stored) => String(stored.id) === id);
    if (found === undefined) throw new Error(`There is no message ${id}.`);
    return found;
  }

  return {
    channel,
    telegram,
    logged,
    heard,
    address,
    message,
    group: GROUP,
    people: PEOPLE,
    hookUrl: hook.url,
    badAddress: { channel: "telegram", chatId: String(OUTSIDE.id) },
    async start(sink: Sink) {
      await channel.start(async (event) => {
        heard.push(event);
        return await sink(event);
      });
    },
    async shown({ chatId, threadId } = address) {
      return telegram.chats.messages
        .filter((stored) => String(stored.chat.id) === chatId)
        .filter((stored) => threadId === undefined || String(stored.threadId) === threadId)
        .map(shownPost);
    },
    harm: (...next) => telegram.server.harm(...next),
    async press({ token }, by) {
      const pressed = telegram.chats.messages.findLast(({ keyboard }) =>
        keyboard.rows.flat().some((button) => button.callback_data === token),
      );
      if (pressed === undefined) throw new Error("No such button stands there.");
      return (await telegram.press(pressed, token, PEOPLE[by])).text;
    },
    async say(text, by, to) {
      const replied = to === undefined ? undefined : message(to);
      const chat = replied?.chat ?? GROUP;
      telegram.write({ from: PEOPLE[by], chat, text, ...(replied && { replyTo: replied }) });
    },
    async again() {
      telegram.queue.repeatLast();
    },
    ...(mode === "webhook" && { forge: () => forgeries(hook.url, heard) }),
    async close() {
      // What polls is let go first, so that the stop has nothing to wait for.
      await channel.stop();
      await hook.close();
      await telegram.close();
    },
  };
}

function shownPost({ id, said, keyboard, replyTo }: StoredMessage): ShownPost {
  return {
    id: String(id),
    text: said.text,
    raw: asHtml(said),
    controls: keyboard.rows
      .flat()
      .map(({ text, callback_data }) => ({ label: text, token: callback_data })),
    ...(replyTo !== undefined && { replyTo: String(replyTo) }),
  };
}

/** Each way of not having the secret. */
const FORGED: readonly (readonly string[])[] = [
  [],
  [""],
  ["x".repeat(WEBHOOK_SECRET.length)],
  [WEBHOOK_SECRET.slice(0, -1)],
  [`${WEBHOOK_SECRET}x`],
  [WEBHOOK_SECRET.toUpperCase()],
  [WEBHOOK_SECRET, WEBHOOK_SECRET],
  ["x", WEBHOOK_SECRET],
];

async function forgeries(url: string, heard: readonly Inbound[]): Promise<number> {
  const before = heard.length;
  let taken = 0;
  for (const secrets of FORGED) {
    if ((await callHook(url, secrets)) !== 401) taken += 1;
  }
  return taken + heard.length - before;
}

/** Calls the webhook with a person's message; returns the status. */
export async function callHook(url: string, secrets: readonly string[]): Promise<number> {
  const message = {
    message_id: 1,
    date: 1_790_000_000,
    text: "forged",
    from: PEOPLE.member,
    chat: { id: GROUP.id, type: GROUP.type },
  };
  const headers = {
    "content-type": "application/json",
    ...(secrets.length > 0 && { "x-telegram-bot-api-secret-token": [...secrets] }),
  };
  return await new Promise((resolve, reject) => {
    const call = request(url, { method: "POST", headers }, (reply) => {
      reply.resume();
      reply.on("end", () => resolve(reply.statusCode ?? 0));
    });
    call.on("error", reject);
    call.end(JSON.stringify({ update_id: 900_001, message }));
  });
}
