import type { IncomingMessage } from "node:http";
import { EarshotError } from "../domain/errors.ts";

/** Names that a server on the loopback address may be called by. */
export const LOOPBACK_HOSTS: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

export type Guard = (incoming: IncomingMessage) => void;

/**
 * Refuses calls that a web page elsewhere could have caused, before it reads them: a Host that is not ours
 * (a foreign name that points here), a foreign Origin (another port of this machine is one too), a
 * cross-site fetch. Following a link to our page from another site is allowed: the page is the same for
 * everyone, and no Strict cookie comes along. So is reading what is made for pages of other sites.
 */
export function createGuard(
  allowedHosts: readonly string[],
  isPage: (path: string) => boolean = () => false,
  isForOtherPages: (path: string) => boolean = () => false,
): Guard {
  const hosts = new Set(allowedHosts.map((host) => host.toLowerCase()));
  return (incoming) => {
    const { url, rawHeaders, headers } = incoming;
    if (url?.startsWith("/") !== true) {
      throw refused("The request line must hold only a path: this server is not a proxy.");
    }
    if (countHosts(rawHeaders) !== 1 || !hosts.has(hostName(headers.host ?? ""))) {
      throw refused("The Host header does not name this server. Call it by its own address.");
    }
    if (isReading(incoming) && isForOtherPages(pathOf(url))) return;
    refuseOtherPages(incoming, () => isPage(pathOf(url)));
  };
}

function isReading({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

function refuseOtherPages(incoming: IncomingMessage, isPage: () => boolean): void {
  const { origin, host } = incoming.headers;
  if (origin !== undefined && !isOwnOrigin(origin, host)) {
    throw refused("The Origin header names another site. Earshot takes no calls from its pages.");
  }
  if (isFromElsewhere(incoming, isPage)) {
    throw refused(
      "A page of another site made this call. Earshot takes no calls from other sites.",
    );
  }
}

function isFromElsewhere(incoming: IncomingMessage, isPage: () => boolean): boolean {
  const isCrossSite = incoming.headers["sec-fetch-site"] === "cross-site";
  return isCrossSite && !(isNavigation(incoming) && isPage());
}

/** Whether a person goes to it in a tab, not in a frame. */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  const isOfTab = headers["sec-fetch-dest"] === "document";
  return method === "GET" && headers["sec-fetch-mode"] === "navigate" && isOfTab;
}

function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? url;
}

function refused(message: string): EarshotError {
  return new EarshotError("NOT_ALLOWED", message);
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count;
}

function hostName(host: string): string {
  return host.replace(/:\d{1,5}$/, "").toLowerCase();
}

function isOwnOrigin(origin: string, host: string | undefined): boolean {
  const [, named] = /^https?:\/\/([^/]+)$/.exec(origin) ?? [];
  return named !== undefined && named.toLowerCase() === host?.toLowerCase();
}
