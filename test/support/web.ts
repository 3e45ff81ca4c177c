import { WEB_SECRET_PREFIX } from "../../src/domain/people/key-secret.ts";
import type { WebSession } from "../../src/ports/earshot/operators.ts";
import { ok } from "./call.ts";

/* A browser as far as a server can tell: an origin, and the cookies that it was given. */

export interface WebCaller {
  /** The origin of its page: `http://localhost:PORT`. */
  readonly url: string;
  /** What its page sends with every call. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the cookie holds. */
  readonly secret: string;
  /** The page's own secret, which is among the headers already. */
  readonly pageSecret: string;
  readonly session: WebSession;
}

export interface LinkOptions {
  /** Who makes the link. */
  readonly key: string;
  /** For whom; the maker where absent. */
  readonly operator?: string;
  /** True where absent. */
  readonly atTerminal?: boolean;
}

/** The address that passkeys can be bound to. */
export function pageUrl(url: string): string {
  return url.replace("127.0.0.1", "localhost");
}

/** The token of a new link. */
export async function newLink(
  url: string,
  { key, atTerminal = true, operator }: LinkOptions,
): Promise<string> {
  const { token } = await ok(url, "createSignInLink", { key, input: { operator, atTerminal } });
  return token;
}

/** What a page of this server sends before it has a cookie. */
export function pageHeaders(url: string): Readonly<Record<string, string>> {
  return {
    origin: pageUrl(url),
    "sec-fetch-site": "same-origin",
    "content-type": "application/json",
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  };
}

/**
 * Posts the token of a link, as the page at `/sign-in` does in a browser that has the probe cookie.
 */
export function postLink(
  url: string,
  token: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${pageUrl(url)}/v1/sign-in/link`, {
    method: "POST",
    headers: { ...pageHeaders(url), cookie: `${probeName(url)}=1`, ...headers },
    body: JSON.stringify({ token }),
  });
}

export function cookieName(url: string): string {
  return `__Host-earshot-${new URL(url).port}`;
}

export function probeName(url: string): string {
  return `__Host-earshot-probe-${new URL(url).port}`;
}

/** Signs a browser in by a link of its own. */
export async function signInBrowser(url: string, options: LinkOptions): Promise<WebCaller> {
  const response = await postLink(url, await newLink(url, options));
  const said = await response.text();
  if (response.status !== 201) throw new Error(`Not signed in: ${said}`);
  const { session, pageSecret } = JSON.parse(said) as {
    readonly session: WebSession;
    readonly pageSecret: string;
  };
  const set = response.headers.getSetCookie().find((cookie) => cookie.includes(WEB_SECRET_PREFIX));
  const [pair = ""] = (set ?? "").split(";");
  return {
    url: pageUrl(url),
    headers: { ...pageHeaders(url), cookie: pair, "earshot-page": pageSecret },
    secret: pair.slice(pair.indexOf("=") + 1),
    pageSecret,
    session,
  };
}
