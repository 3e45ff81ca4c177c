import { isIP } from "node:net";
import { ChannelError } from "../../ports/channels/channel.ts";
import { notPublic } from "./not-public.ts";
import { isPublicAddress } from "./public-address.ts";

const MAX_LENGTH = 2_048;

/**
 * The URL that an address names, where it may be called. Its host may be a literal address in any
 * spelling: the parser has made a plain one of it, and no look-up will see it. Errors name the host
 * alone, since a path or query can be a secret.
 */
export function targetUrl(
  chatId: string,
  { allowPrivate }: { readonly allowPrivate: boolean },
): URL {
  const url = chatId.length > MAX_LENGTH ? null : URL.parse(chatId);
  if (url === null) throw refused("This address is no URL. Give the https:// URL of the receiver.");
  const isAllowed = url.protocol === "https:" || (allowPrivate && url.protocol === "http:");
  if (!isAllowed) throw refused("This address does not begin with https://, as it must.");
  if (url.username !== "" || url.password !== "") {
    throw refused(`The URL at ${url.host} holds a user or password. Put it into the headers.`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic(host);
  url.hash = "";
  return url;
}

function refused(message: string): ChannelError {
  return new ChannelError("permanent", message);
}
