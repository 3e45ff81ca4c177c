import type { ReactionEmoji } from "./bot-api.ts";
import type { TelegramApi } from "./open-api.ts";
import { chatNumber, messageNumber } from "./post-content.ts";
import { refusalIn } from "./to-channel-error.ts";

/** Telegram allows few emoji; a balloon and a check mark are not among them. */
const EMOJI: ReadonlyMap<string, ReactionEmoji> = new Map([
  ["speech_balloon", "👀"],
  ["eyes", "👀"],
  ["white_check_mark", "👍"],
  ["x", "👎"],
  ["👀", "👀"],
  ["👍", "👍"],
  ["👎", "👎"],
]);

const MOST_REMEMBERED = 1_000;

export interface Mark {
  readonly chatId: string;
  readonly messageId: string;
  readonly name: string;
  readonly isOn: boolean;
}

/**
 * Shows marks as far as Telegram can. A bot has one reaction to a message, so a new mark replaces
 * the old one. Removing the old one later must not remove the new one.
 */
export function createMarker(api: TelegramApi): (mark: Mark) => Promise<void> {
  const shown = new Map<string, ReactionEmoji>();
  return async ({ chatId, messageId, name, isOn }) => {
    const emoji = EMOJI.get(name);
    const place = `${chatId} ${messageId}`;
    if (emoji === undefined || (!isOn && (shown.get(place) ?? emoji) !== emoji)) return;
    const reaction = isOn ? [{ type: "emoji" as const, emoji }] : [];
    const at = { chat_id: chatNumber(chatId), message_id: messageNumber(messageId) };
    await api.call(async (raw) => {
      try {
        await raw.setMessageReaction({ ...at, reaction });
      } catch (error) {
        if (!isNotShown(error)) throw error;
      }
    });
    shown.delete(place);
    if (isOn) shown.set(place, emoji);
    const [oldest] = shown.keys();
    if (shown.size > MOST_REMEMBERED && oldest !== undefined) shown.delete(oldest);
  };
}

/** A chat can allow fewer emoji, or none. */
function isNotShown(error: unknown): boolean {
  return /REACTION_INVALID|REACTIONS_TOO_MANY|not modified/i.test(
    refusalIn(error)?.description ?? "",
  );
}
