import { isIP } from "node:net";
import { SECOND_MS } from "../../domain/time.ts";
import { isChannelError } from "../../ports/channels/is-channel-error.ts";
import { checkedAddresses, type Resolve } from "./guarded-lookup.ts";
import type { Allowed } from "./target-url.ts";

/** A name that takes longer is looked up with the first call, which checks it in any case. */
const CHECK_MS = SECOND_MS;

/** A name that leads nowhere now may do so later; one that leads inwards is refused at once. */
export async function assertReachable(
  { hostname }: URL,
  by: { readonly resolve: Resolve; readonly allowed: Allowed },
): Promise<void> {
  if (by.allowed.allowPrivate || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return;
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, CHECK_MS);
  const looked = checkedAddresses(hostname, by).catch((error: unknown) => {
    if (isChannelError(error)) throw error;
  });
  try {
    await Promise.race([looked, late.promise]);
  } finally {
    clearTimeout(timer);
    // What comes too late is told by the first call.
    looked.catch(() => {});
  }
}
