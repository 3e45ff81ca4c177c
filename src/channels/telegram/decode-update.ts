import type { Inbound } from "../../ports/channels/channel.ts";
import { decodeEdit, decodeText } from "./decode-text.ts";
import { type Fields, fieldsOf, filledText, listIn, wholeNumber } from "./json-fields.ts";
import { promptedIn } from "./prompt.ts";
import {
  accountOf,
  addressOf,
  anonymousOf,
  type DecodeContext,
  type UpdateOf,
} from "./update-parts.ts";

export interface DecodedUpdate {
  readonly events: readonly Inbound[];
  /** The id of a press, which shows a clock until it is answered. */
  readonly callbackId?: string;
}

const TOKEN = /^[A-Za-z0-9_.-]{1,64}$/;

/** What an update from Telegram says. Never throws, whatever it is given. */
export function decodeUpdate(update: unknown, ctx: DecodeContext): DecodedUpdate {
  const { update_id, callback_query, message, edited_message, message_reaction } = fieldsOf(update);
  const id = wholeNumber(update_id);
  if (id === undefined) return { events: [] };
  const of: UpdateOf = { key: `tg:${ctx.botId}:${id}`, ctx };
  if (callback_query !== undefined) return decodePress(fieldsOf(callback_query), of);
  if (message !== undefined) return { events: decodeSaid(fieldsOf(message), ctx) };
  if (edited_message !== undefined) return { events: decodeEdited(fieldsOf(edited_message), of) };
  return { events: decodeReactions(fieldsOf(message_reaction), of) };
}

/** Words, or those that a message of ours asked for: these go where that says. */
function decodeSaid(message: Fields, ctx: DecodeContext): readonly Inbound[] {
  const said = decodeText(message, ctx);
  const token = promptedIn(message["reply_to_message"], ctx.botId);
  if (token === undefined) return said;
  return said.map(({ key, from, address, atMs, text: words }) => {
    return { key, from, address, atMs, kind: "submit", token, values: { words } };
  });
}

/** What was asked for and sent counts as it was. */
function decodeEdited(message: Fields, of: UpdateOf): readonly Inbound[] {
  const isPrompted = promptedIn(message["reply_to_message"], of.ctx.botId) !== undefined;
  return isPrompted ? [] : decodeEdit(message, of);
}

function decodePress(query: Fields, of: UpdateOf): DecodedUpdate {
  const callbackId = filledText(query["id"]);
  const event = pressIn(query, of);
  const events = event === undefined ? [] : [event];
  return callbackId === undefined ? { events } : { events, callbackId };
}

function pressIn(query: Fields, { key, ctx }: UpdateOf): Inbound | undefined {
  const message = fieldsOf(query["message"]);
  const from = accountOf(query["from"]);
  const address = addressOf(message);
  const messageId = wholeNumber(message["message_id"]);
  const token = filledText(query["data"]);
  if (from === undefined || address === undefined || messageId === undefined) return undefined;
  if (token === undefined || !TOKEN.test(token)) return undefined;
  // Telegram does not say when a button was pressed, only when its message was sent.
  const base = { key, from, address, atMs: ctx.nowMs };
  return { ...base, kind: "press", token, messageId: String(messageId) };
}

/** What somebody changed about their reactions: Telegram sends the old and the new ones. */
function decodeReactions(changed: Fields, { key, ctx }: UpdateOf): readonly Inbound[] {
  const from = accountOf(changed["user"]) ?? anonymousOf(changed["actor_chat"]);
  const address = addressOf(changed);
  const messageId = wholeNumber(changed["message_id"]);
  if (from === undefined || address === undefined || messageId === undefined) return [];
  const before = namesIn(changed["old_reaction"]);
  const now = namesIn(changed["new_reaction"]);
  const seconds = wholeNumber(changed["date"]);
  const base = {
    from,
    address,
    messageId: String(messageId),
    atMs: seconds === undefined ? ctx.nowMs : seconds * 1_000,
  };
  return [
    ...before.filter((name) => !now.includes(name)).map((name) => ({ name, isAdded: false })),
    ...now.filter((name) => !before.includes(name)).map((name) => ({ name, isAdded: true })),
  ].map((change, index) => ({ ...base, ...change, kind: "reaction", key: `${key}:${index}` }));
}

function namesIn(reactions: unknown): readonly string[] {
  return [
    ...new Set(
      listIn(reactions)
        .map(nameOf)
        .filter((name) => name !== undefined),
    ),
  ];
}

function nameOf(reaction: unknown): string | undefined {
  const { type, emoji, custom_emoji_id } = fieldsOf(reaction);
  if (type === "emoji") return filledText(emoji);
  const custom = filledText(custom_emoji_id);
  return type === "custom_emoji" && custom !== undefined ? `custom:${custom}` : undefined;
}
