/** Lets secret scanners find a key that leaked. */
export const SECRET_PREFIX = "ear_live_";

/** Begins the secret in the cookie of a signed-in browser; never accepted as a bearer key. */
export const WEB_SECRET_PREFIX = "ear_web_";

/** Begins the page's secret of a web session; neither it nor the cookie is enough alone. */
export const PAGE_SECRET_PREFIX = "ear_page_";

/** Replaces a key in a text. */
export const HIDDEN_SECRET = `${SECRET_PREFIX}…`;

/** The prefix and base64url, which has hyphens: a pattern of word characters would cut a key in two. */
const SECRET = /ear_live_[\w-]+/;

const EVERY_SECRET = /(ear_(?:live|web|page)_)[\w-]+/g;

/** The first key in a text. */
export function secretIn(text: string): string | undefined {
  return SECRET.exec(text)?.[0];
}

/** Hides every key in a text, and every secret of a web session or its page. */
export function hideSecrets(text: string): string {
  return text.replaceAll(EVERY_SECRET, "$1…");
}
