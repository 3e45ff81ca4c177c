import { isIP } from "node:net";
import { ChannelError } from "../../ports/channels/channel.ts";
import { isPublicAddress } from "./public-address.ts";

/** What may be called beside https addresses on the public internet. */
export interface Allowed {
  /** Private networks, and no TLS. */
  readonly allowPrivate: boolean;
  /** What lets it, as the error says. */
  readonly how: string;
}

/** Refuses an address that must not be called. */
export function notPublic(host: string, { how }: Pick<Allowed, "how">): ChannelError {
  return new ChannelError(
    "permanent",
    `${host} is not on the public internet, so nothing is sent there. If it is yours, ${how}.`,
  );
}

const MAX_LENGTH = 2_048;

/**
 * The URL that an address names, if it may be called. Its host may be a literal IP address in any
 * spelling: the parser makes it plain, and no look-up will check it. Errors name only the host,
 * since a path or query can be secret.
 */
export function targetUrl(chatId: string, allowed: Allowed): URL {
  const { allowPrivate } = allowed;
  const url = chatId.length > MAX_LENGTH ? null : URL.parse(chatId);
  if (url === null)
    throw refused("This address is not a URL. Give the https:// URL of the receiver.");
  const isAllowed = url.protocol === "https:" || (allowPrivate && url.protocol === "http:");
  if (!isAllowed) throw refused("This address does not begin with https://, as it must.");
  if (url.username !== "" || url.password !== "") {
    throw refused(`The URL at ${url.host} holds a user or password. Put it into the headers.`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic(host, allowed);
  url.hash = "";
  return url;
}

function refused(message: string): ChannelError {
  return new ChannelError("permanent", message);
}
