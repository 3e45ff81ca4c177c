import type { IncomingHttpHeaders } from "node:http";

/** Set by the page; a plain preference of this browser, for all ports of the host. */
const CHOICE = /(?:^|;\s*)earshot-language=([a-z]{2})(?:;|$)/;
/** What of a header is read at most. */
const HEADER_CHARS = 500;

/** What an answer that is chosen by these headers varies by. */
export const CHOSEN_BY = "Cookie, Accept-Language";

/** The language of a page: the person's choice, else what their browser asks for, else English. */
export function pageLanguage(
  { cookie = "", "accept-language": accepted = "" }: IncomingHttpHeaders,
  has: (language: string) => boolean,
): string {
  const [, chosen = ""] = CHOICE.exec(cookie) ?? [];
  if (has(chosen)) return chosen;
  return preferred(accepted.slice(0, HEADER_CHARS)).find(has) ?? "en";
}

/** RFC 9110, 12.5.4, by the language alone: `de-AT` is read in German. */
function preferred(accepted: string): readonly string[] {
  const ranges = accepted.split(",").map((range) => {
    const [code = "", weight = ""] = range.split(";", 2);
    const [bare = ""] = code.trim().toLowerCase().split("-", 1);
    const [, given = "1"] = /^\s*q=([\d.]{1,5})\s*$/.exec(weight) ?? [];
    return { bare, weight: Number(given) };
  });
  const wanted = ranges.filter(({ weight }) => weight > 0);
  return wanted.toSorted((one, other) => other.weight - one.weight).map(({ bare }) => bare);
}
