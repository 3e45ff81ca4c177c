/** Lets secret scanners find a key that leaked. */
export const SECRET_PREFIX = "ear_live_";

/** What a text shows instead of a key. */
export const HIDDEN_SECRET = `${SECRET_PREFIX}…`;

/** The prefix and base64url, which holds hyphens: a pattern of words alone would cut a key in two. */
const SECRET = /ear_live_[\w-]+/;

const EVERY_SECRET = new RegExp(SECRET, "g");

/** The first key that stands in a text. */
export function secretIn(text: string): string | undefined {
  return SECRET.exec(text)?.[0];
}

/** The text with every key in it hidden. */
export function hideSecrets(text: string): string {
  return text.replaceAll(EVERY_SECRET, HIDDEN_SECRET);
}
