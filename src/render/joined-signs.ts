/*
 * Characters that cannot be seen and yet belong where they stand: what makes an emoji of a sign, what
 * joins several to one picture, and what joins or parts the letters of scripts that need it. Anywhere
 * else they hide, and are written out.
 */
const SIGN = String.raw`[\p{Emoji}--[#*0-9]](?:\p{Emoji_Modifier}|\u{FE0F}\u{20E3}?)?`;
const KEYCAP = String.raw`[#*0-9]\u{FE0F}?\u{20E3}`;
const FLAG = String.raw`\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}`;

/** What could be an emoji: `emojiOr` tells. */
export const EMOJI = `${KEYCAP}|${FLAG}|${SIGN}(?:\\u{200D}${SIGN})*`;

const NEEDS_SELECTOR = /^[\p{Emoji}--\p{Emoji_Presentation}]$/v;

/**
 * The emoji as it is, also where it lacks some of its selectors. Of what Unicode does not know as one
 * picture, `otherwise` makes what is seen of the joiners and tags in it.
 */
export function emojiOr(emoji: string, otherwise: (hidden: string) => string): string {
  const parts = emoji.split("\u200d");
  if (parts.length === 1 && !emoji.includes("\u{e007f}")) return emoji;
  // Written here and not above: all pictures of Unicode are read only where one is shown.
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
/** Takes the vowel from a letter; a joiner behind it says how the letter is drawn. */
const VIRAMA = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`;
const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;

/** One joiner or non-joiner at a letter of a script that needs it. */
export const JOINER = [
  `(?<=${JOINED})[\\u{200C}\\u{200D}](?=${LETTER})`,
  `(?<=${LETTER})[\\u{200C}\\u{200D}](?=${JOINED})`,
  `(?<=${VIRAMA})[\\u{200C}\\u{200D}](?![\\u{200C}\\u{200D}])`,
].join("|");
