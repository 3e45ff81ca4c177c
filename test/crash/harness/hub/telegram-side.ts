import type { ShownPost } from "../../../../src/testing/channel-contract/channel-world.ts";
import type { FakeChat, StoredMessage } from "../../../support/telegram/chat-store.ts";
import { startFakeTelegram } from "../../../support/telegram/fake-telegram.ts";
import { LOOKED_AT, type Side } from "./side.ts";

const BOT_ID = 123_456_789;
const TOKEN = `${BOT_ID}:AAE-not-a-token-of-anybody_0123456789`;
const BOT = {
  id: BOT_ID,
  is_bot: true,
  first_name: "Earshot",
  username: "earshot_test_bot",
  can_read_all_group_messages: true,
} as const;
const TESS = { id: 5_001, is_bot: false, first_name: "Tess", username: "tess" } as const;
const OWN: FakeChat = { id: TESS.id, type: "private" };
const GROUP: FakeChat = { id: -1_001_234_567_890, type: "supergroup" };

export interface TelegramSide extends Side {
  /** For every call that sends: which life of the server made it, the chat and the text. */
  sends(): readonly { readonly life: number; readonly chatId: string; readonly text: string }[];
  /** How many updates are not confirmed. */
  unconfirmed(): number;
}

/** Telegram, which is polled: a person's own chat with the bot, and a group. */
export async function openTelegramSide(): Promise<TelegramSide> {
  const telegram = await startFakeTelegram(TOKEN, BOT);
  for (const chat of [OWN, GROUP]) telegram.chats.addChat(chat);
  /** Where each life begins in the list of calls. */
  const lives: number[] = [];

  function message(chatId: string, { id }: ShownPost): StoredMessage | undefined {
    return telegram.chats.messages.find(
      (one) => String(one.id) === id && String(one.chat.id) === chatId,
    );
  }

  return {
    kind: "telegram",
    settings: { token: TOKEN, apiUrl: telegram.server.url },
    chats: [String(OWN.id), String(GROUP.id)],
    async posts(chatId, isAll = false) {
      const there = telegram.chats.messages.filter(({ chat }) => String(chat.id) === chatId);
      return (isAll ? there : there.slice(-LOOKED_AT)).map(shownPost);
    },
    async press(chatId, post, index) {
      const stored = message(chatId, post);
      const token = stored?.keyboard.rows.flat()[index]?.callback_data;
      if (stored === undefined || token === undefined) return false;
      await telegram.press(stored, token, TESS);
      return true;
    },
    async say(chatId, text, to) {
      const replyTo = to === undefined ? undefined : message(chatId, to);
      const chat = chatId === String(OWN.id) ? OWN : GROUP;
      telegram.write({ from: TESS, chat, text, ...(replyTo !== undefined && { replyTo }) });
    },
    newLife: () => void lives.push(telegram.server.calls.length),
    sends: () =>
      telegram.server.calls.flatMap(({ method, args }, index) => {
        if (method !== "sendMessage") return [];
        const life = lives.findLastIndex((first) => first <= index);
        return [{ life, chatId: String(args["chat_id"]), text: String(args["text"]) }];
      }),
    unconfirmed: () => telegram.queue.pending.length,
    close: () => telegram.close(),
  };
}

function shownPost({ id, said, keyboard, replyTo }: StoredMessage): ShownPost {
  const buttons = keyboard.rows.flat();
  return {
    id: String(id),
    text: said.text,
    raw: said.text,
    controls: buttons.map(({ text, callback_data }) => ({ label: text, token: callback_data })),
    ...(replyTo !== undefined && { replyTo: String(replyTo) }),
  };
}
