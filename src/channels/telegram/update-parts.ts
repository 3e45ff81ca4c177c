import type { Address } from "../../domain/hub/delivery.ts";
import type { Account } from "../../ports/channels/channel.ts";
import { oneLine } from "../../render/visible-text.ts";
import { type Fields, fieldsOf, filledText, wholeNumber } from "./json-fields.ts";

/** Who the bot is, and when the event came. */
export interface DecodeContext {
  readonly botId: number;
  /** Without the `@`; absent until Telegram has reported it. */
  readonly botName?: string;
  readonly nowMs: number;
}

/** The update that an event comes from. */
export interface UpdateOf {
  readonly key: string;
  readonly ctx: DecodeContext;
}

const NAME_CHARS = 80;

/** Who acted; undefined if it was nobody with an account. */
export function accountOf(user: unknown): Account | undefined {
  const { id, first_name, last_name, username, is_bot } = fieldsOf(user);
  const number = wholeNumber(id);
  if (number === undefined) return undefined;
  const names = [first_name, last_name].map(filledText).filter((name) => name !== undefined);
  const name = clipped(names.join(" ")) || clipped(filledText(username) ?? "") || String(number);
  const account = { id: String(number), name };
  return is_bot === true ? { ...account, isBot: true } : account;
}

/** A chat that speaks for itself: an anonymous administrator or a channel. It may never decide. */
export function anonymousOf(chat: unknown): Account | undefined {
  const { id, title } = fieldsOf(chat);
  const number = wholeNumber(id);
  if (number === undefined) return undefined;
  const name = clipped(filledText(title) ?? "") || String(number);
  return { id: String(number), name, isForeign: true };
}

export function addressOf(message: Fields): Address | undefined {
  const chatId = wholeNumber(fieldsOf(message["chat"])["id"]);
  if (chatId === undefined) return undefined;
  const address: Address = { channel: "telegram", chatId: String(chatId) };
  // In a group without topics the same field numbers chains of replies.
  const topic = message["is_topic_message"] === true && wholeNumber(message["message_thread_id"]);
  return typeof topic === "number" ? { ...address, threadId: String(topic) } : address;
}

function clipped(name: string): string {
  return oneLine(name, NAME_CHARS);
}
