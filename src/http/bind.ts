import { isIP, isIPv6 } from "node:net";
import { EarshotError } from "../domain/errors.ts";
import { LOOPBACK_HOSTS } from "./guard.ts";
import { LOOPBACK_ADDRESSES } from "./listen-on-all.ts";

export interface BindOptions {
  /** An address of this machine, `0.0.0.0` or `::` for all; only the loopback if absent. */
  readonly listen?: string | undefined;
  /** Names that clients call the server by, as in their Host header, without a port. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The address at which clients reach it over TLS. */
  readonly publicUrl?: string | undefined;
}

export interface Bind {
  readonly addresses: readonly [string, ...string[]];
  /** Names that a call may carry in its Host header. */
  readonly allowedHosts: readonly string[];
}

const HOST_NAME = /^(?!.{254})[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/;

/**
 * Decides where a server listens and which names it may be called by. Throws INVALID_INPUT if others could
 * reach it and no name is given: a page could then point its own name here and call it.
 */
export function bindOf({ listen, allowedHosts = [], publicUrl }: BindOptions): Bind {
  const named = allowedHosts.map(hostOf);
  const known = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  const all = [...LOOPBACK_HOSTS, ...known, ...named];
  if (listen === undefined) return { addresses: LOOPBACK_ADDRESSES, allowedHosts: all };
  const addresses = addressesOf(listen);
  if (known.length + named.length === 0 && addresses !== LOOPBACK_ADDRESSES) {
    throw new EarshotError(
      "INVALID_INPUT",
      `Others could reach ${listen}, but it has no name that they may call it by. Give each name with --allowed-host NAME, or that of your proxy with --public-url URL.`,
    );
  }
  return { addresses, allowedHosts: all };
}

/** Always includes the loopback address: commands on this machine use it. */
function addressesOf(listen: string): readonly [string, ...string[]] {
  const address = listen.replace(/^\[(.*)\]$/, "$1");
  if (isIP(address) === 0) {
    throw new EarshotError(
      "INVALID_INPUT",
      `"${listen}" is not an address. Listen on one of this machine, such as 10.0.0.5, or 0.0.0.0 for all.`,
    );
  }
  if (address === "0.0.0.0") return [address, "::1"];
  if (address === "::") return [address];
  const isLoopback = LOOPBACK_ADDRESSES.includes(address);
  return isLoopback ? LOOPBACK_ADDRESSES : [LOOPBACK_ADDRESSES[0], address, "::1"];
}

function hostOf(text: string): string {
  const name = text.toLowerCase();
  const bare = name.replace(/^\[(.*)\]$/, "$1");
  if (isIPv6(bare)) return `[${bare}]`;
  if (HOST_NAME.test(name)) return name;
  throw new EarshotError(
    "INVALID_INPUT",
    `"${text}" is not a host name. Give it as in an address, without scheme and port: earshot.example.com.`,
  );
}
