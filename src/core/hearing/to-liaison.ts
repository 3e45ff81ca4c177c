import { plainFileName } from "../../domain/content/plain-file.ts";
import { type ConversationId, ownConversation, type RequestId } from "../../domain/id.ts";
import { isLongMessage } from "../../domain/liaison/long-message.ts";
import { MAX_ATTACHED_BYTES, MAX_ATTACHMENTS, MAX_CONTENT_BYTES } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { Inbound, SentFile } from "../../ports/channels/channel.ts";
import { isChannelError } from "../../ports/channels/is-channel-error.ts";
import type { Context } from "../call/context.ts";
import { type Received, WHOLE_MESSAGE } from "../liaison/attached.ts";
import { sayInChat } from "../liaison/continue-conversation.ts";
import type { HearingName } from "./messages/messages.ts";
import { refusal, type Saying, type Told } from "./told.ts";
import { optionsOf } from "./who-acted.ts";

type Said = Extract<Inbound, { kind: "text" }>;

/** What is said of words with files tells what became of each file. */
export interface HeardFiles extends Told {
  readonly tellsFiles?: true;
}

/** Whether it brings what only a conversation of the liaison keeps: files, or very long words. */
export function bringsMaterial({ text, files = [], edits }: Said): boolean {
  return edits === undefined && (files.length > 0 || isLongMessage(text));
}

/** The author of a voice message, a picture or a sticker is told that nobody took it in. */
export function wordless({ unread }: Said): Told {
  return refusal({ name: "wordless", values: { unread: unreadWords(unread) } });
}

/** As channels call it, and what that is in other languages. */
const UNREAD: Readonly<Record<string, HearingName>> = {
  "the voice message": "unread.voice",
  "the video message": "unread.video_message",
  "the sticker": "unread.sticker",
  "the picture": "unread.picture",
  "the video": "unread.video",
  "the file": "unread.file",
  "the forwarded message": "unread.forwarded",
  "what is attached": "unread.attached",
};

export function unreadWords(unread: string | undefined): Saying {
  if (unread === undefined) return { name: "unread.sent" };
  const name = UNREAD[unread];
  return name === undefined ? { text: unread } : { name };
}

/** The liaison's conversation that a request is asked in, by the liaison or by its worker. */
export async function askedInLiaison(
  { store }: Context,
  { workspace, conversation, agent, id }: ShownRequest,
): Promise<ConversationId | undefined> {
  if (conversation === ownConversation(agent)) return undefined;
  const liaison = await store.findLiaison(workspace, conversation);
  const isAsked = liaison?.agent === agent || liaison?.workerAsks?.includes(id) === true;
  return isAsked ? conversation : undefined;
}

/**
 * Says words in a conversation of the liaison, and keeps their files there whole. What the platform
 * does not give, or what is too large, does not keep the words from being said.
 */
export async function toLiaison(
  ctx: Context,
  caller: Caller,
  {
    event,
    conversation,
    request,
  }: {
    readonly event: Said;
    readonly conversation: ConversationId;
    readonly request?: RequestId;
  },
): Promise<HeardFiles> {
  const { files, left } = await filesOf(ctx, event);
  const names = files.map(({ name }) => plainFileName(name)).join(", ");
  const isBlank = event.text.trim() === "";
  if (isBlank && files.length === 0) {
    return { isRefusal: true, tellsFiles: true, say: left };
  }
  // A file without words is called by its name.
  const message = isBlank ? names : event.text;
  const input = { conversation_id: conversation, message, files, ...present({ request }) };
  await sayInChat(ctx, caller, { input, options: optionsOf(event) });
  const whole = [
    ...(isLongMessage(message) ? [WHOLE_MESSAGE] : []),
    ...(names === "" ? [] : [names]),
  ];
  const kept: Saying = { name: "files.whole", values: { names: whole.join(", ") } };
  const say = [...(whole.length === 0 ? [] : [kept]), ...left];
  return {
    tellsFiles: true,
    ...present({
      say: say.length === 0 ? undefined : say,
      isClosing: request === undefined ? undefined : (true as const),
    }),
  };
}

interface Files {
  readonly files: Received["pieces"];
  /** What is said of those that are not kept. */
  readonly left: readonly Saying[];
}

async function filesOf(ctx: Context, { address, files: sent = [] }: Said): Promise<Files> {
  const files: Received["pieces"][number][] = [];
  const left: Saying[] = [];
  let bytes = 0;
  for (const file of sent) {
    const name = plainFileName(file.name);
    const room = Math.min(MAX_CONTENT_BYTES, MAX_ATTACHED_BYTES - bytes);
    const isRoom = files.length < MAX_ATTACHMENTS && room > 0;
    const found = isRoom ? await fetched(ctx, address.channel, { file, most: room }) : "too_large";
    if (typeof found === "string") {
      left.push(leftBehind(name, found === "not_given" ? found : whyLeft(file, room)));
      continue;
    }
    bytes += found.length;
    files.push({ name, bytes: found, mediaType: file.mediaType ?? "" });
  }
  return { files, left };
}

type WhyLeft = "too_large" | "too_many" | "not_given";

function whyLeft({ size = MAX_CONTENT_BYTES + 1 }: SentFile, room: number): WhyLeft {
  return room === MAX_CONTENT_BYTES || size > MAX_CONTENT_BYTES ? "too_large" : "too_many";
}

async function fetched(
  { outlets }: Context,
  on: Said["address"]["channel"],
  { file, most }: { readonly file: SentFile; readonly most: number },
): Promise<Uint8Array | "too_large" | "not_given"> {
  const channel = outlets?.channels.get(on);
  if ((file.size ?? 0) > most) return "too_large";
  try {
    const bytes = await channel?.file?.(file, most);
    if (bytes === undefined) return channel?.file === undefined ? "not_given" : "too_large";
    return bytes;
  } catch (error) {
    if (isChannelError(error)) return "not_given";
    throw error;
  }
}

const MIB = 1_048_576;

function leftBehind(name: string, why: WhyLeft): Saying {
  switch (why) {
    case "too_large":
      return { name: "files.too_large", values: { name, size: MAX_CONTENT_BYTES / MIB } };
    case "too_many": {
      const values = { name, count: MAX_ATTACHMENTS, size: MAX_ATTACHED_BYTES / MIB };
      return { name: "files.too_many", values };
    }
    case "not_given":
      return { name: "files.not_given", values: { name } };
  }
}
