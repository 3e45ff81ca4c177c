import { MAX_CONTENT_BYTES } from "../../domain/limits.ts";
import type { FileGiving } from "../../ports/channels/channel.ts";
import type { TelegramApi } from "./open-api.ts";
import { chatNumber, messageNumber } from "./post-content.ts";
import { refusalIn } from "./to-channel-error.ts";

/** What Telegram draws; anything else comes as a file. */
const DRAWN = new Set(["image/png", "image/jpeg", "image/webp"]);
/** It says so of pictures that are too wide, or that it cannot read. */
const NO_PICTURE = /PHOTO_|IMAGE_PROCESS|not an image/i;

/** Telegram has no way to look whether a file is there. */
export function createFileGiving(api: TelegramApi): FileGiving {
  return {
    most: MAX_CONTENT_BYTES,
    async show({ chatId, ids, threadId }, file) {
      const under = {
        chat_id: chatNumber(chatId),
        // Without the post it would say nothing of what it is.
        reply_parameters: { message_id: messageNumber(ids[0] ?? "") },
        disable_notification: true,
        ...(threadId !== undefined && { message_thread_id: messageNumber(threadId) }),
      };
      const drawn = async () => {
        const picture = { photo: api.sendable(file), ...named(file.name) };
        return await api.call((raw) =>
          raw.sendPhoto({ ...under, ...picture }).then(() => true, noPicture),
        );
      };
      if (DRAWN.has(file.mediaType) && (await drawn())) return;
      const bare = { document: api.sendable(file), disable_content_type_detection: true };
      await api.call((raw) => raw.sendDocument({ ...under, ...bare }));
    },
  };
}

/** False where Telegram says that it draws no such picture; nothing was sent then. */
function noPicture(error: unknown): false {
  if (NO_PICTURE.test(refusalIn(error)?.description ?? "")) return false;
  throw error;
}

/** In a fixed width, since Telegram would make links and mentions of other text. */
function named(name: string) {
  const caption = name.toWellFormed();
  const code = { type: "code" as const, offset: 0, length: caption.length };
  return { caption, caption_entities: [code] };
}
