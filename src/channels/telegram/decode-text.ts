import { present } from "../../domain/present.ts";
import type { Inbound, SentFile } from "../../ports/channels/channel.ts";
import { type Fields, fieldsOf, filledText, listIn, wholeNumber } from "./json-fields.ts";
import {
  accountOf,
  addressOf,
  anonymousOf,
  type DecodeContext,
  type UpdateOf,
} from "./update-parts.ts";

/** Our commands, with or without the bot's name. */
const COMMAND = /^\/(start|link)(?:@(\w+))?(?=\s|$)/i;

type Said = Extract<Inbound, { kind: "text" }>;

/** An edit of a message: delivered under its own key, together with the key of the message. */
export function decodeEdit(message: Fields, { key, ctx }: UpdateOf): readonly Inbound[] {
  return decodeText(message, ctx).map((said) => ({
    ...said,
    key,
    edits: said.key,
    atMs: atMs(message["edit_date"], ctx.nowMs),
  }));
}

/** What somebody wrote or sent; undefined if the message only reports a change of the chat. */
export function decodeText(message: Fields, ctx: DecodeContext): readonly Said[] {
  const from = anonymousOf(message["sender_chat"]) ?? accountOf(message["from"]);
  const address = addressOf(message);
  const messageId = wholeNumber(message["message_id"]);
  const unread = unreadIn(message);
  const text = writtenIn(message) ?? (unread === undefined ? undefined : "");
  if (from === undefined || address === undefined) return [];
  if (messageId === undefined || text === undefined) return [];
  // An edit comes as another update; only the message itself stays the same.
  const key = `tg:${ctx.botId}:${address.chatId}:${messageId}`;
  const replyTo = ourPostIn(message["reply_to_message"], ctx.botId);
  const said = saidTo(text, ctx.botName);
  const isPrivate = fieldsOf(message["chat"])["type"] === "private";
  const base = { key, from, address, atMs: atMs(message["date"], ctx.nowMs) };
  return [
    {
      ...base,
      kind: "text",
      text: said.text,
      messageId: String(messageId),
      ...(replyTo !== undefined && { replyTo }),
      isToUs: isPrivate || replyTo !== undefined || said.isToUs,
      ...(isPrivate && { isDirect: true }),
      ...present({ unread, files: filesIn(message) }),
    },
  ];
}

/** What people send besides words, by its field. An animation is also a document. */
const UNREAD: Readonly<Record<string, string>> = {
  voice: "the voice message",
  video_note: "the video message",
  sticker: "the sticker",
  animation: "the animation",
  photo: "the picture",
  video: "the video",
  audio: "the sound",
  document: "the file",
  location: "the place",
  contact: "the contact",
  poll: "the poll",
  dice: "the dice",
  story: "the story",
};

const FILE_ID = /^[\w-]{1,200}$/;

/** A document, or a picture or video as a person would see it. */
function filesIn(message: Fields): readonly SentFile[] | undefined {
  if (isForwarded(message)) return undefined;
  const { document, video, photo } = message;
  if (document !== undefined) return fileIn(fieldsOf(document), {});
  if (video !== undefined) return fileIn(fieldsOf(video), { name: "video.mp4" });
  // The same picture in several sizes, the largest last.
  const largest = listIn(photo).at(-1);
  if (largest === undefined) return undefined;
  return fileIn(fieldsOf(largest), { name: "picture.jpg", mediaType: "image/jpeg" });
}

function fileIn(
  { file_id, file_name, mime_type, file_size }: Fields,
  usual: Partial<SentFile>,
): readonly SentFile[] | undefined {
  const id = filledText(file_id);
  if (id === undefined || !FILE_ID.test(id)) return undefined;
  const name = filledText(file_name) ?? usual.name ?? "";
  const mediaType = filledText(mime_type) ?? usual.mediaType;
  return [{ id, name, ...present({ mediaType, size: wholeNumber(file_size) }) }];
}

/** Forwarded words are somebody else's, not those of the person who forwards them. */
function writtenIn(message: Fields): string | undefined {
  if (isForwarded(message)) return undefined;
  return filledText(message["text"]) ?? filledText(message["caption"]);
}

function isForwarded(message: Fields): boolean {
  return message["forward_origin"] !== undefined || message["forward_date"] !== undefined;
}

function unreadIn(message: Fields): string | undefined {
  if (isForwarded(message)) return "the forwarded message";
  const field = Object.keys(UNREAD).find((name) => message[name] !== undefined);
  return field === undefined ? undefined : UNREAD[field];
}

function ourPostIn(replied: unknown, botId: number): string | undefined {
  const { message_id, from, forum_topic_created } = fieldsOf(replied);
  // Every message in a topic replies to its first one.
  const id = forum_topic_created === undefined ? wholeNumber(message_id) : undefined;
  return id !== undefined && fieldsOf(from)["id"] === botId ? String(id) : undefined;
}

function atMs(date: unknown, nowMs: number): number {
  const seconds = wholeNumber(date);
  return seconds === undefined ? nowMs : seconds * 1_000;
}

interface Addressed {
  readonly text: string;
  readonly isToUs: boolean;
}

/** The text without the bot's name in front. */
function saidTo(text: string, botName: string | undefined): Addressed {
  const command = COMMAND.exec(text);
  if (command !== null) return commandTo(text, command, botName);
  if (botName === undefined) return { text, isToUs: false };
  const before = new RegExp(`^\\s*@${botName}(?!\\w)[\\s,:]*`, "i");
  const isNamed = new RegExp(`(?<!\\w)@${botName}(?!\\w)`, "i").test(text);
  // If nothing is left the text stays as it is, because it must never be empty.
  return { text: text.replace(before, "") || text, isToUs: isNamed };
}

function commandTo(text: string, command: RegExpExecArray, botName: string | undefined): Addressed {
  const [whole, verb = "", named] = command;
  if (named === undefined) return { text, isToUs: true };
  if (named.toLowerCase() !== botName?.toLowerCase()) return { text, isToUs: false };
  return { text: `/${verb}${text.slice(whole.length)}`, isToUs: true };
}
