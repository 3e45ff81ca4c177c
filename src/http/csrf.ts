import type { IncomingMessage } from "node:http";
import { EarshotError } from "../domain/errors.ts";
import { provedOrigin } from "./site.ts";

/**
 * Refuses calls that a browser makes for another page, with our cookie or to sign in. Such a page can be on
 * another port of this machine. To a browser that is the same site, so SameSite alone would let it in.
 */
export function checkOwnPage(incoming: IncomingMessage, publicUrl: string | undefined): void {
  const { method, headers } = incoming;
  const fetchSite = headers["sec-fetch-site"];
  if (method === "GET" || method === "HEAD") {
    if (fetchSite === undefined || fetchSite === "same-origin" || fetchSite === "none") return;
    throw refused("The page of another address made this call with the cookie of the inbox.");
  }
  if (fetchSite !== undefined && fetchSite !== "same-origin") {
    throw refused("The page of another address made this call.");
  }
  if (provedOrigin(incoming, publicUrl) === undefined) {
    throw refused("A change by a browser needs an Origin header that names this server.");
  }
  if (!/^application\/json\s*(;|$)/i.test(headers["content-type"] ?? "")) {
    throw new EarshotError("INVALID_INPUT", "Send the body as application/json.");
  }
}

function refused(what: string): EarshotError {
  return new EarshotError("NOT_ALLOWED", `${what} Earshot takes it from its own page only.`);
}
