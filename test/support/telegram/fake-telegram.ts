import { botApiMethods, type FakeBot, type FakeFile, messageOf } from "./bot-api-methods.ts";
import { type BotApiServer, startBotApi } from "./bot-api-server.ts";
import {
  type ChatStore,
  createChatStore,
  type FakeChat,
  type StoredMessage,
} from "./chat-store.ts";
import { createUpdateQueue, type UpdateQueue } from "./update-queue.ts";

export interface FakeUser {
  readonly id: number;
  readonly is_bot: boolean;
  readonly first_name: string;
  readonly last_name?: string;
  readonly username?: string;
}

/** What somebody writes; fields of Telegram's message may be added. */
export interface Written {
  readonly from: FakeUser;
  readonly chat: FakeChat;
  readonly text: string;
  readonly replyTo?: StoredMessage;
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface Notice {
  readonly text?: string;
  readonly isAlert: boolean;
}

/** Telegram with one bot: its Bot API, and what people do there. */
export interface FakeTelegram {
  readonly server: BotApiServer;
  readonly chats: ChatStore;
  readonly queue: UpdateQueue;
  readonly bot: FakeBot;
  /** What people have sent, by its id. */
  readonly files: Map<string, FakeFile>;
  write(written: Written): void;
  /** Presses a button that stands there; resolves with the notice that the person is then shown. */
  press(message: StoredMessage, token: string, from: FakeUser): Promise<Notice>;
  react(message: StoredMessage, from: FakeUser, emoji: readonly string[]): void;
  close(): Promise<void>;
}

const DATE = 1_790_000_000;

export async function startFakeTelegram(token: string, bot: FakeBot): Promise<FakeTelegram> {
  let messageId = 100;
  const nextMessageId = () => {
    messageId += 1;
    return messageId;
  };
  const chats = createChatStore(nextMessageId);
  const queue = createUpdateQueue();
  const waiting = new Map<string, (notice: Notice) => void>();
  const presses = {
    answer(id: string, notice: Notice) {
      const tell = waiting.get(id);
      tell?.(notice);
      return waiting.delete(id);
    },
  };
  const files = new Map<string, FakeFile>();
  const methods = botApiMethods({ bot, chats, queue, presses, files });
  const server = await startBotApi(token, methods, files);
  return {
    server,
    chats,
    queue,
    bot,
    files,
    write({ from, chat, text, replyTo, extra }) {
      queue.add({
        message: {
          message_id: nextMessageId(),
          date: DATE,
          from,
          text,
          chat: { id: chat.id, type: chat.type },
          ...(replyTo !== undefined && { reply_to_message: messageOf(replyTo, bot) }),
          ...extra,
        },
      });
    },
    async press(message, token, from) {
      const now = chats.messages.find(({ id }) => id === message.id);
      const buttons = now?.keyboard.rows.flat() ?? [];
      if (now === undefined || !buttons.some(({ callback_data }) => callback_data === token)) {
        throw new Error("No such button stands there.");
      }
      const id = `query-${waiting.size}-${nextMessageId()}`;
      const shown = new Promise<Notice>((resolve) => waiting.set(id, resolve));
      const query = { id, from, message: messageOf(now, bot), chat_instance: "1", data: token };
      queue.add({ callback_query: query });
      return await shown;
    },
    react(message, user, emoji) {
      const { chat } = message;
      queue.add({
        message_reaction: {
          chat: { id: chat.id, type: chat.type },
          message_id: message.id,
          user,
          date: DATE,
          old_reaction: [],
          new_reaction: emoji.map((each) => ({ type: "emoji", emoji: each })),
        },
      });
    },
    async close() {
      queue.close();
      await server.close();
    },
  };
}
