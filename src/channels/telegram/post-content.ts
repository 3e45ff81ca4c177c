import type { PostRef } from "../../domain/hub/delivery.ts";
import { ChannelError, type Content, type Post } from "../../ports/channels/channel.ts";
import type { TelegramApi } from "./open-api.ts";
import { renderContent } from "./render-content.ts";
import { refusalIn } from "./to-channel-error.ts";

export async function postContent(api: TelegramApi, post: Post): Promise<PostRef> {
  const { address, content, replyTo } = post;
  const { text, entities, keyboard } = renderContent(content);
  const threadId = address.threadId === undefined ? undefined : messageNumber(address.threadId);
  const sent = await api.call((raw) =>
    raw.sendMessage({
      chat_id: chatNumber(address.chatId),
      text,
      entities: [...entities],
      link_preview_options: { is_disabled: true },
      ...(threadId !== undefined && { message_thread_id: threadId }),
      ...(replyTo !== undefined && {
        reply_parameters: {
          message_id: messageNumber(replyTo),
          allow_sending_without_reply: true,
        },
      }),
      ...(keyboard.length > 0 && { reply_markup: { inline_keyboard: keyboard } }),
    }),
  );
  const ref = { chatId: String(sent.chat.id), ids: [String(sent.message_id)] };
  return address.threadId === undefined ? ref : { ...ref, threadId: address.threadId };
}

export async function editContent(
  api: TelegramApi,
  { chatId, ids }: PostRef,
  content: Content,
): Promise<void> {
  const { text, entities, keyboard } = renderContent(content);
  const edit = {
    chat_id: chatNumber(chatId),
    message_id: messageNumber(ids[0] ?? ""),
    text,
    entities: [...entities],
    link_preview_options: { is_disabled: true },
    // Omitting it would remove the old buttons too, but a reader could not see that here.
    reply_markup: { inline_keyboard: keyboard },
  };
  await api.call(async (raw) => {
    try {
      await raw.editMessageText(edit);
    } catch (error) {
      if (!isUnchanged(error)) throw error;
    }
  });
}

function isUnchanged(error: unknown): boolean {
  return refusalIn(error)?.description.includes("message is not modified") === true;
}

/**
 * Users, groups and channels are addressed by number, because names of public channels change
 * hands.
 */
export function chatNumber(chatId: string): number {
  const id = /^-?\d{1,16}$/.test(chatId) ? Number(chatId) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  throw new ChannelError(
    "permanent",
    "A chat of Telegram is known by its number. Send /link to the bot there to see it.",
  );
}

export function messageNumber(messageId: string): number {
  if (/^\d{1,15}$/.test(messageId)) return Number(messageId);
  throw new ChannelError("permanent", "A message of Telegram is known by its number.");
}
