import type { FormFile } from "./multipart.ts";
import { badRequest, CallRefused } from "./refused-call.ts";
import { type StoredKeyboard, storedKeyboard } from "./stored-keyboard.ts";
import { asHtml, type StoredText, storedText } from "./stored-text.ts";

export interface FakeChat {
  readonly id: number;
  readonly type: "private" | "supergroup" | "group";
  readonly topics?: readonly number[];
  /** Why the bot may not write there. */
  readonly forbidden?: string;
  /** The supergroup that it has become. */
  readonly migratedTo?: number;
}

export interface StoredMessage {
  readonly id: number;
  readonly chat: FakeChat;
  readonly said: StoredText;
  readonly keyboard: StoredKeyboard;
  readonly threadId?: number;
  readonly replyTo?: number;
  readonly file?: FormFile & { readonly as: "photo" | "document" };
  /** The bot's own reaction to it. */
  readonly reaction?: string;
}

type Args = Readonly<Record<string, unknown>>;

/** What the bot has written, chat by chat. */
export interface ChatStore {
  addChat(chat: FakeChat): void;
  chat(id: unknown): FakeChat;
  send(args: Args): StoredMessage;
  /** A picture or any file, with a caption or without. */
  sendFile(as: "photo" | "document", args: Args): StoredMessage;
  edit(args: Args): StoredMessage;
  react(args: Args): void;
  forget(messageId: number): void;
  readonly messages: readonly StoredMessage[];
}

export function createChatStore(nextMessageId: () => number): ChatStore {
  const chats = new Map<number, FakeChat>();
  const messages: StoredMessage[] = [];

  function chat(id: unknown): FakeChat {
    const found = chats.get(Number(id));
    if (found === undefined) throw badRequest("chat not found");
    if (found.forbidden !== undefined) throw new CallRefused(403, `Forbidden: ${found.forbidden}`);
    if (found.migratedTo === undefined) return found;
    const parameters = { migrate_to_chat_id: found.migratedTo };
    const why = "Bad Request: group chat was upgraded to a supergroup chat";
    throw new CallRefused(400, why, parameters);
  }

  function indexOf(args: Args, missing: string): number {
    const { id } = chat(args["chat_id"]);
    const index = messages.findIndex(
      (message) => message.id === args["message_id"] && message.chat.id === id,
    );
    if (index < 0) throw badRequest(missing);
    return index;
  }

  function replace(index: number, change: Partial<StoredMessage>): StoredMessage {
    const changed = { ...(messages[index] as StoredMessage), ...change };
    messages[index] = changed;
    return changed;
  }

  return {
    addChat: (added) => chats.set(added.id, added),
    chat,
    messages,
    forget(messageId) {
      messages.splice(0, messages.length, ...messages.filter(({ id }) => id !== messageId));
    },
    send(args) {
      const to = chat(args["chat_id"]);
      const said = storedText(args["text"], args["entities"]);
      const keyboard = storedKeyboard(args["reply_markup"]);
      const message = { chat: to, said, keyboard, ...threadOf(args, to) };
      const replyTo = replyOf(args, messages);
      const sent = { id: nextMessageId(), ...message, ...replyTo };
      messages.push(sent);
      return sent;
    },
    sendFile(as, args) {
      const to = chat(args["chat_id"]);
      const file = checkedFile(as, args);
      const { caption, caption_entities: entities } = args;
      const said =
        caption === undefined ? { text: "", entities: [] } : storedText(caption, entities);
      if (said.text.length > MOST_CAPTION) throw badRequest("message caption is too long");
      const keyboard = storedKeyboard(undefined);
      const message = { chat: to, said, keyboard, file, ...threadOf(args, to) };
      const sent = { id: nextMessageId(), ...message, ...replyOf(args, messages) };
      messages.push(sent);
      return sent;
    },
    edit(args) {
      const index = indexOf(args, "message to edit not found");
      const said = storedText(args["text"], args["entities"]);
      const keyboard = storedKeyboard(args["reply_markup"]);
      const before = messages[index] as StoredMessage;
      if (before.keyboard.isFixed) throw badRequest("message can't be edited");
      if (isSame(before, { said, keyboard })) {
        throw badRequest(
          "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
        );
      }
      return replace(index, { said, keyboard });
    },
    react(args) {
      const index = indexOf(args, "message to react not found");
      const [first, ...more] = args["reaction"] as readonly { readonly emoji?: string }[];
      if (more.length > 0) throw badRequest("REACTIONS_TOO_MANY");
      const { reaction: _, ...without } = messages[index] as StoredMessage;
      messages[index] =
        first?.emoji === undefined ? without : { ...without, reaction: first.emoji };
    },
  };
}

const MOST_CAPTION = 1_024;
/** Width and height of a picture together. */
const MOST_PIXELS = 10_000;
const PNG = "\x89PNG";

function checkedFile(as: "photo" | "document", args: Args): NonNullable<StoredMessage["file"]> {
  const file = args[as] as FormFile | undefined;
  if (file === undefined || file.bytes.length === 0) throw badRequest("file must be non-empty");
  if (as === "document") return { ...file, as };
  if (file.bytes.subarray(0, 4).toString("latin1") !== PNG || file.bytes.length < 24) {
    throw badRequest("IMAGE_PROCESS_FAILED");
  }
  const size = file.bytes.readUInt32BE(16) + file.bytes.readUInt32BE(20);
  if (size > MOST_PIXELS) throw badRequest("PHOTO_INVALID_DIMENSIONS");
  return { ...file, as };
}

function threadOf({ message_thread_id: threadId }: Args, { topics = [] }: FakeChat) {
  if (typeof threadId !== "number") return {};
  if (!topics.includes(threadId)) throw badRequest("message thread not found");
  return { threadId };
}

function replyOf({ reply_parameters: given }: Args, messages: readonly StoredMessage[]) {
  if (typeof given !== "object" || given === null) return {};
  const { message_id, allow_sending_without_reply } = given as Args;
  const replied = messages.find(({ id }) => id === message_id);
  if (replied !== undefined) return { replyTo: replied.id };
  if (allow_sending_without_reply === true) return {};
  throw badRequest("message to be replied not found");
}

function isSame(one: Shown, other: Shown): boolean {
  const rows = ({ keyboard }: Shown) => JSON.stringify(keyboard.rows);
  return asHtml(one.said) === asHtml(other.said) && rows(one) === rows(other);
}

type Shown = Pick<StoredMessage, "said" | "keyboard">;
