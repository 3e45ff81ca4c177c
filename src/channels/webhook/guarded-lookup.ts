import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";
import { type Allowed, notPublic } from "./target-url.ts";

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** The addresses of a name, if all may be called. */
export async function checkedAddresses(
  hostname: string,
  { resolve, allowed }: { readonly resolve: Resolve; readonly allowed: Allowed },
): Promise<readonly LookupAddress[]> {
  const addresses = await resolve(hostname);
  const isFree = addresses.every(({ address }) => isPublicAddress(address));
  if (allowed.allowPrivate || isFree) return addresses;
  throw notPublic(hostname, allowed);
}

/**
 * Resolves names for a connection. It connects to the very addresses that were checked, so that a
 * name cannot point elsewhere in between. One address that is not public refuses all.
 */
export function guardedLookup(resolve: Resolve, allowed: Allowed): LookupFunction {
  return (hostname, options, callback) => {
    checkedAddresses(hostname, { resolve, allowed }).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return callback(new Error(`${hostname} has no address.`), []);
        if (options.all === true) return callback(null, [...addresses]);
        callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}
