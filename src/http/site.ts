import type { IncomingMessage } from "node:http";
import { EarshotError } from "../domain/errors.ts";
import type { Site } from "../ports/earshot/operators.ts";
import { LOOPBACK_HOSTS } from "./guard.ts";

/** The address of our page, as far as the head of a call can prove it. */
export interface OwnSite {
  /** Such as `http://localhost:4242`. */
  readonly origin: string;
  /** The host name that passkeys are bound to. */
  readonly host: string;
  /** As in the address; if left out there, 443 or 80. */
  readonly port: string;
  /** On this machine without TLS: some browsers refuse a `Secure` cookie there. */
  readonly isPlainLoopback: boolean;
}

/**
 * The site that a call with this Host is for: http on the loopback address, or the public address if there is
 * one. Undefined for any other name.
 */
export function siteOf(host: string | undefined, publicUrl: string | undefined) {
  const name = host?.toLowerCase() ?? "";
  const known = publicUrl === undefined ? undefined : new URL(publicUrl);
  if (known !== undefined && known.host === name) return siteAt(known);
  const url = URL.parse(`http://${name}`);
  const isOurs = url !== null && LOOPBACK_HOSTS.includes(url.hostname);
  return isOurs ? siteAt(url) : undefined;
}

function siteAt({ origin, hostname, port, protocol }: URL): OwnSite {
  const isPlain = protocol === "http:";
  return {
    origin,
    host: hostname,
    port: port === "" ? (isPlain ? "80" : "443") : port,
    isPlainLoopback: isPlain && LOOPBACK_HOSTS.includes(hostname),
  };
}

/** The origin of the calling page, if it is proved to be ours. */
export function provedOrigin(
  { headers }: IncomingMessage,
  publicUrl: string | undefined,
): string | undefined {
  const { origin, host } = headers;
  if (origin === undefined) return undefined;
  const site = siteOf(host, publicUrl);
  return site?.origin === origin.toLowerCase() ? site.origin : undefined;
}

/** What a passkey is asked for. Throws NOT_ALLOWED if the page's address is an IP address. */
export function passkeySite({ origin, host, port }: OwnSite): Site {
  if (!/^\[|^[\d.]+$/.test(host)) return { origin, rpId: host };
  throw new EarshotError(
    "NOT_ALLOWED",
    `Passkeys need a host name. Open the inbox at http://localhost:${port} instead.`,
  );
}
