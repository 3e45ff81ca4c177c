import { checksumOf } from "./secret-checksum.ts";

/** Lets secret scanners find a key that leaked. */
export const SECRET_PREFIX = "ear_live_";

/** Begins the secret in the cookie of a signed-in browser; never accepted as a bearer key. */
export const WEB_SECRET_PREFIX = "ear_web_";

/** Begins the page's secret of a web session; neither it nor the cookie is enough alone. */
export const PAGE_SECRET_PREFIX = "ear_page_";

/** Begins an invitation, with which its person makes their own key; nothing else accepts it. */
export const INVITATION_PREFIX = "ear_invite_";

/** Replaces a key in a text. */
export const HIDDEN_SECRET = `${SECRET_PREFIX}…`;

/** The prefix and base64url, which has hyphens: a pattern of word characters would cut a key in two. */
const SECRET = /ear_live_[\w-]+/;

const EVERY_SECRET = /(ear_(?:live|web|page|invite)_)[\w-]+/g;

/**
 * A secret that says by itself whether it is whole. Keys from before 0.2 have no checksum and stay
 * good.
 */
export function newSecret(prefix: string, random: string): string {
  return `${prefix}${random}${checksumOf(prefix + random)}`;
}

const WITH_CHECKSUM = /^(ear_[a-z]+_[\w-]{43})([0-9A-Za-z]{6})$/;
const WITHOUT = /^ear_[a-z]+_[\w-]{43}$/;

/** Whether it can be none of our secrets: it was cut, or a character of it is another. */
export function isMistyped(secret: string): boolean {
  const [, body, checksum] = WITH_CHECKSUM.exec(secret) ?? [];
  return body === undefined ? !WITHOUT.test(secret) : checksumOf(body) !== checksum;
}

/** The first key in a text. */
export function secretIn(text: string): string | undefined {
  return SECRET.exec(text)?.[0];
}

/** Hides every key in a text, and every secret of a web session or its page. */
export function hideSecrets(text: string): string {
  return text.replaceAll(EVERY_SECRET, "$1…");
}
