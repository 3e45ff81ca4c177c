/*
 * Characters that are invisible and still belong where they are. They turn a sign into an emoji,
 * join several into one picture, and join or separate letters in scripts that need it. Anywhere
 * else they hide something, and are written out.
 */
const SIGN = String.raw`[\p{Emoji}--[#*0-9]](?:\p{Emoji_Modifier}|\u{FE0F}\u{20E3}?)?`;
const KEYCAP = String.raw`[#*0-9]\u{FE0F}?\u{20E3}`;
const FLAG = String.raw`\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}`;

/** What could be an emoji: `emojiOr` decides. */
export const EMOJI = `${KEYCAP}|${FLAG}|${SIGN}(?:\\u{200D}${SIGN})*`;

const NEEDS_SELECTOR = /^[\p{Emoji}--\p{Emoji_Presentation}]$/v;

/**
 * The emoji as it is, even if some of its selectors are missing. If Unicode does not know it as one
 * picture, `otherwise` makes the joiners and tags in it visible.
 */
export function emojiOr(emoji: string, otherwise: (hidden: string) => string): string {
  const parts = emoji.split("\u200d");
  if (parts.length === 1 && !emoji.includes("\u{e007f}")) return emoji;
  // Here and not above, so that the table of all pictures is read only when one is shown.
  if (/^\p{RGI_Emoji}$/v.test(parts.map(withSelector).join("\u200d"))) return emoji;
  return emoji.replace(/[\u200d\u{e0020}-\u{e007f}]/gu, otherwise);
}

function withSelector(sign: string): string {
  const bare = sign.replace("\ufe0f", "");
  return NEEDS_SELECTOR.test(bare) ? `${bare}\ufe0f` : bare;
}

const SCRIPTS = "Arab Syrc Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr";
/** A letter, or a mark on one, of such a script. */
export const JOINED = `[[${SCRIPTS.replace(/\w{4} ?/g, (name) => `\\p{scx=${name.trim()}}`)}]&&[\\p{L}\\p{M}]]`;
/** Removes the vowel of a letter; a joiner after it says how the letter is drawn. */
const VIRAMA = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`;
const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;

/** One joiner or non-joiner at a letter of a script that needs it. */
export const JOINER = [
  `(?<=${JOINED})[\\u{200C}\\u{200D}](?=${LETTER})`,
  `(?<=${LETTER})[\\u{200C}\\u{200D}](?=${JOINED})`,
  `(?<=${VIRAMA})[\\u{200C}\\u{200D}](?![\\u{200C}\\u{200D}])`,
].join("|");
