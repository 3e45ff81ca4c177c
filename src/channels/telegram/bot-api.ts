import type { RawApi } from "grammy";

/*
 * Types of the Bot API, derived from the methods that use them, because the library does not export
 * them by name.
 */

type Sent = Parameters<RawApi["sendMessage"]>[0];
type Reaction = NonNullable<Parameters<RawApi["setMessageReaction"]>[0]["reaction"]>[number];

export type MessageEntity = NonNullable<Sent["entities"]>[number];
export type InlineKeyboard = Extract<
  NonNullable<Sent["reply_markup"]>,
  { inline_keyboard: unknown }
>["inline_keyboard"];
export type CallbackButton = Extract<InlineKeyboard[number][number], { callback_data: string }>;
export type ReactionEmoji = Extract<Reaction, { type: "emoji" }>["emoji"];
export type Bot = Awaited<ReturnType<RawApi["getMe"]>>;
export type WebhookInfo = Awaited<ReturnType<RawApi["getWebhookInfo"]>>;
