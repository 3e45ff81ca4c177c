import type { Caller } from "../domain/principal.ts";
import { effectiveRights } from "../domain/rights.ts";
import type { Context } from "./context.ts";

/** Lets secret scanners find a key that leaked. */
export const SECRET_PREFIX = "ear_live_";

const KEPT = 10_000;

/** Tells who calls with a secret; undefined for an unknown or revoked key. */
export type Authenticate = (secret: string) => Promise<Caller | undefined>;

/**
 * Looks a key up once and remembers it, under its hash, until any key is revoked: the look-up would
 * otherwise be a good part of the cost of a call.
 */
export function createAuthenticate(ctx: Context): Authenticate {
  const known = new Map<string, Caller>();
  let revocations = 0;
  ctx.onCommit((change) => {
    if (!change.writes.some((write) => write.type === "key.revoke")) return;
    revocations += 1;
    known.clear();
  });

  return async (secret) => {
    if (!secret.startsWith(SECRET_PREFIX)) return undefined;
    const hash = ctx.digest.text(secret);
    const remembered = known.get(hash);
    if (remembered !== undefined) return remembered;
    const seen = revocations;
    const owner = await ctx.store.findKeyOwner(hash);
    if (owner === undefined || owner.key.revokedAt !== undefined) return undefined;
    const { principal, key } = owner;
    const caller = { principal, rights: effectiveRights(principal, key.scopes) };
    if (known.size >= KEPT) known.clear();
    // What was read before a revocation must not be remembered behind it.
    if (seen === revocations) known.set(hash, caller);
    return caller;
  };
}
