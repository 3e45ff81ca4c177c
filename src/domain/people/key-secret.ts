/** Lets secret scanners find a key that leaked. */
export const SECRET_PREFIX = "ear_live_";

/** Of what a browser that is signed in holds in its cookie; never taken as a bearer. */
export const WEB_SECRET_PREFIX = "ear_web_";

/** Of what the page of a web session holds beside the cookie; neither lets anybody in without the other. */
export const PAGE_SECRET_PREFIX = "ear_page_";

/** What a text shows instead of a key. */
export const HIDDEN_SECRET = `${SECRET_PREFIX}…`;

/** The prefix and base64url, which holds hyphens: a pattern of words alone would cut a key in two. */
const SECRET = /ear_live_[\w-]+/;

const EVERY_SECRET = /(ear_(?:live|web|page)_)[\w-]+/g;

/** The first key that stands in a text. */
export function secretIn(text: string): string | undefined {
  return SECRET.exec(text)?.[0];
}

/** The text with every key in it hidden, and every secret of a web session or its page. */
export function hideSecrets(text: string): string {
  return text.replaceAll(EVERY_SECRET, "$1…");
}
