import { isAllowedReaction } from "./allowed-reactions.ts";
import type { ChatStore, StoredMessage } from "./chat-store.ts";
import { badRequest } from "./refused-call.ts";
import type { PollArgs, UpdateQueue } from "./update-queue.ts";

export interface FakeBot {
  readonly id: number;
  readonly is_bot: true;
  readonly first_name: string;
  readonly username: string;
  readonly can_read_all_group_messages: boolean;
}

/** What one press waits for. */
export interface Presses {
  /** False for one that is not there, or is answered. */
  answer(id: string, notice: { readonly text?: string; readonly isAlert: boolean }): boolean;
}

export interface MethodParts {
  readonly bot: FakeBot;
  readonly chats: ChatStore;
  readonly queue: UpdateQueue;
  readonly presses: Presses;
  readonly files: ReadonlyMap<string, FakeFile>;
}

/** A file that somebody sent, by its id. */
export interface FakeFile {
  /** Where it is downloaded from. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** How many bytes Telegram says it has, if not as many as it has. */
  readonly size?: number;
}

/** Telegram gives bots no larger file. */
const MOST_FILE_BYTES = 20 * 1_048_576;

type Args = Readonly<Record<string, unknown>>;
export type Method = (args: Args, gone: AbortSignal) => unknown;

const MOST_NOTICE_CHARS = 200;
const SECRET = /^[A-Za-z0-9_-]{1,256}$/;

/** The methods of the Bot API that the fake knows. */
export function botApiMethods({ bot, chats, queue, presses, files }: MethodParts) {
  return new Map<string, Method>([
    ["getMe", () => bot],
    ["sendMessage", (args) => messageOf(chats.send(args), bot)],
    ["sendPhoto", (args) => messageOf(chats.sendFile("photo", args), bot)],
    ["sendDocument", (args) => messageOf(chats.sendFile("document", args), bot)],
    ["editMessageText", (args) => messageOf(chats.edit(args), bot)],
    [
      "getFile",
      ({ file_id: id }) => {
        const file = files.get(String(id));
        if (file === undefined) throw badRequest("invalid file_id");
        const size = file.size ?? file.bytes.length;
        if (size > MOST_FILE_BYTES) throw badRequest("file is too big");
        return { file_id: id, file_unique_id: `u${id}`, file_size: size, file_path: file.path };
      },
    ],
    ["getUpdates", (args, gone) => queue.poll(args as PollArgs, gone)],
    [
      "setMessageReaction",
      (args) => {
        for (const { emoji } of args["reaction"] as readonly { readonly emoji?: string }[]) {
          if (!isAllowedReaction(emoji)) throw badRequest("REACTION_INVALID");
        }
        chats.react(args);
        return true;
      },
    ],
    [
      "answerCallbackQuery",
      ({ callback_query_id, text, show_alert }) => {
        const isSaid = typeof text === "string";
        if (isSaid && text.length > MOST_NOTICE_CHARS) throw badRequest("MESSAGE_TOO_LONG");
        const notice = { isAlert: show_alert === true, ...(isSaid && { text }) };
        if (presses.answer(String(callback_query_id), notice)) return true;
        throw badRequest("query is too old and response timeout expired or query ID is invalid");
      },
    ],
    [
      "setWebhook",
      ({ url, secret_token: secret, allowed_updates }) => {
        if (secret !== undefined && !SECRET.test(String(secret))) {
          throw badRequest("secret token contains unallowed characters");
        }
        const webhook = {
          url: String(url),
          ...(secret !== undefined && { secret: String(secret) }),
        };
        const isSet = String(url) !== "";
        queue.setWebhook(isSet ? webhook : undefined, allowed_updates as readonly string[]);
        return true;
      },
    ],
    [
      "deleteWebhook",
      () => {
        queue.setWebhook(undefined, undefined);
        return true;
      },
    ],
    [
      "getWebhookInfo",
      () => ({
        url: queue.webhook?.url ?? "",
        has_custom_certificate: false,
        pending_update_count: queue.pending.length,
      }),
    ],
  ]);
}

/** A message of the bot, as the Bot API returns it. */
export function messageOf(message: StoredMessage, bot: FakeBot) {
  const { id, chat, said, keyboard, threadId } = message;
  return {
    message_id: id,
    date: 1_790_000_000,
    from: bot,
    text: said.text,
    chat: { id: chat.id, type: chat.type },
    entities: said.entities,
    ...(keyboard.rows.length > 0 && { reply_markup: { inline_keyboard: keyboard.rows } }),
    ...(threadId !== undefined && { message_thread_id: threadId, is_topic_message: true }),
  };
}
