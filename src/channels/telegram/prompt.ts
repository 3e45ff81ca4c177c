import type { Heard, Inbound } from "../../ports/channels/channel.ts";
import { oneLine } from "../../render/visible-text.ts";
import { type Fields, fieldsOf, filledText } from "./json-fields.ts";
import type { TelegramApi } from "./open-api.ts";
import { chatNumber, messageNumber } from "./post-content.ts";

/*
 * A message that asks a person for words. It names what they are for in its last line, so that their
 * reply says it too, and nobody here has to remember.
 */

const MARK = "\u21a9 ";
const LAST_LINE = /(?:^|\n)\u21a9 ([A-Za-z0-9_.-]{1,64})$/;
/** What the field to write in may show before anything is written. */
const PLACEHOLDER_CHARS = 64;

type Press = Extract<Inbound, { kind: "press" }>;

/** Asks whoever pressed, below the post that they pressed on. */
export async function sendPrompt(
  api: TelegramApi,
  { address, messageId, from }: Press,
  { token, hint }: NonNullable<Heard["prompt"]>,
): Promise<void> {
  const name = oneLine(from.name, 60) || "?";
  const text = `${name}: ${hint}\n${MARK}${token}`;
  const mark = MARK.length + token.length;
  const user = { id: Number(from.id), is_bot: false, first_name: name };
  await api.call((raw) =>
    raw.sendMessage({
      chat_id: chatNumber(address.chatId),
      text,
      entities: [
        { type: "text_mention", offset: 0, length: name.length, user },
        { type: "code", offset: text.length - mark, length: mark },
      ],
      link_preview_options: { is_disabled: true },
      reply_parameters: {
        message_id: messageNumber(messageId),
        allow_sending_without_reply: true,
      },
      ...(address.threadId !== undefined && { message_thread_id: messageNumber(address.threadId) }),
      reply_markup: {
        force_reply: true,
        // In a group only whoever pressed is asked.
        selective: true,
        input_field_placeholder: oneLine(hint, PLACEHOLDER_CHARS),
      },
    }),
  );
}

/** The token of the prompt that a message replies to. */
export function promptedIn(replied: unknown, botId: number): string | undefined {
  const message: Fields = fieldsOf(replied);
  if (fieldsOf(message["from"])["id"] !== botId) return undefined;
  return LAST_LINE.exec(filledText(message["text"]) ?? "")?.[1];
}
