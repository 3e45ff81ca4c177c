import { EarshotError } from "../domain/errors.ts";

/** The document that pages of applications frame, and the script that frames it there. */
export const EMBED_PATH = "/embed";
export const EMBED_SCRIPT_PATH = "/earshot-embed.js";

/** Browsers of no other page get these two: they are the same for everyone, and hold nothing. */
export function isForOtherPages(path: string): boolean {
  return path === EMBED_PATH || path === EMBED_SCRIPT_PATH;
}

/**
 * The origins whose pages may frame what their users are asked, as a browser writes them. Throws
 * INVALID_INPUT for what is no origin: whoever controls a page there is shown what its users are.
 */
export function embedOriginsOf(origins: readonly string[] = []): readonly string[] {
  return [...new Set(origins.map(originOf))];
}

function originOf(text: string): string {
  const url = URL.parse(text);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (
    url !== null &&
    isWeb &&
    !text.includes("*") &&
    (text === url.origin || text === `${url.origin}/`)
  ) {
    return url.origin;
  }
  throw new EarshotError(
    "INVALID_INPUT",
    `"${text}" is not the origin of a page. Name it by scheme, host and port, as in https://shop.example.com, and each one by itself.`,
  );
}
