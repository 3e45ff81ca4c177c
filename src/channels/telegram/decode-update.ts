import type { Inbound } from "../../ports/channels/channel.ts";
import { decodeReactions } from "./decode-reactions.ts";
import { decodeEdit, decodeText } from "./decode-text.ts";
import { type Fields, fieldsOf, filledText, wholeNumber } from "./json-fields.ts";
import { accountOf, addressOf, type DecodeContext, type UpdateOf } from "./update-parts.ts";

export interface DecodedUpdate {
  readonly events: readonly Inbound[];
  /** Of a press, which shows a clock until it is answered. */
  readonly callbackId?: string;
}

const TOKEN = /^[A-Za-z0-9_.-]{1,64}$/;

/** What an update of Telegram's tells; never throws, whatever it is given. */
export function decodeUpdate(update: unknown, ctx: DecodeContext): DecodedUpdate {
  const { update_id, callback_query, message, edited_message, message_reaction } = fieldsOf(update);
  const id = wholeNumber(update_id);
  if (id === undefined) return { events: [] };
  const of: UpdateOf = { key: `tg:${ctx.botId}:${id}`, ctx };
  if (callback_query !== undefined) return decodePress(fieldsOf(callback_query), of);
  if (message !== undefined) return { events: decodeText(fieldsOf(message), ctx) };
  if (edited_message !== undefined) return { events: decodeEdit(fieldsOf(edited_message), of) };
  return { events: decodeReactions(fieldsOf(message_reaction), of) };
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
  // Telegram does not tell when a button was pressed, only when its message was sent.
  const base = { key, from, address, atMs: ctx.nowMs };
  return { ...base, kind: "press", token, messageId: String(messageId) };
}
