import type { ReactionEmoji } from "../../../src/channels/telegram/bot-api.ts";

/** The emoji of Telegram's list; the type has the compiler see that none is missing. */
const ALLOWED: Readonly<Record<ReactionEmoji, true>> = {
  ...{ "👍": true, "👎": true, "❤": true, "🔥": true, "🥰": true, "👏": true, "😁": true },
  ...{ "🤔": true, "🤯": true, "😱": true, "🤬": true, "😢": true, "🎉": true, "🤩": true },
  ...{ "🤮": true, "💩": true, "🙏": true, "👌": true, "🕊": true, "🤡": true, "🥱": true },
  ...{ "🥴": true, "😍": true, "🐳": true, "❤‍🔥": true, "🌚": true, "🌭": true, "💯": true },
  ...{ "🤣": true, "⚡": true, "🍌": true, "🏆": true, "💔": true, "🤨": true, "😐": true },
  ...{ "🍓": true, "🍾": true, "💋": true, "🖕": true, "😈": true, "😴": true, "😭": true },
  ...{ "🤓": true, "👻": true, "👨‍💻": true, "👀": true, "🎃": true, "🙈": true, "😇": true },
  ...{ "😨": true, "🤝": true, "✍": true, "🤗": true, "🫡": true, "🎅": true, "🎄": true },
  ...{ "☃": true, "💅": true, "🤪": true, "🗿": true, "🆒": true, "💘": true, "🙉": true },
  ...{ "🦄": true, "😘": true, "💊": true, "🙊": true, "😎": true, "👾": true },
  ...{ "🤷‍♂": true, "🤷": true, "🤷‍♀": true, "😡": true },
};

export function isAllowedReaction(emoji: unknown): boolean {
  return typeof emoji === "string" && Object.hasOwn(ALLOWED, emoji);
}
