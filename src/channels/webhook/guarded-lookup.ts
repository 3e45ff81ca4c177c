import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { notPublic } from "./not-public.ts";
import { isPublicAddress } from "./public-address.ts";

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/**
 * Resolves names for a connection. It connects to the very addresses that were checked, so that a
 * name cannot point elsewhere in between. One address that is not public refuses all.
 */
export function guardedLookup(
  resolve: Resolve,
  { allowPrivate }: { readonly allowPrivate: boolean },
): LookupFunction {
  async function addressesOf(hostname: string): Promise<readonly LookupAddress[]> {
    const addresses = await resolve(hostname);
    if (allowPrivate || addresses.every(({ address }) => isPublicAddress(address))) {
      return addresses;
    }
    throw notPublic(hostname);
  }

  return (hostname, options, callback) => {
    addressesOf(hostname).then(
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
