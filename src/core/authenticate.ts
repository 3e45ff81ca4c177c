import { SECRET_PREFIX } from "../domain/key-secret.ts";
import type { Caller } from "../domain/principal.ts";
import { effectiveRights } from "../domain/rights.ts";
import type { KeyOwner } from "../ports/store.ts";
import type { TokenVerifier } from "../ports/token-verifier.ts";
import { createAuthenticateToken } from "./authenticate-token.ts";
import type { Context } from "./context.ts";
import { onRevoked } from "./revocations.ts";

const KEPT = 10_000;

/** Three parts of base64url, the last one empty where nobody has signed. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/**
 * Tells who calls with a secret, a key or a token; undefined for an unknown or revoked key. Rejects
 * for a token that is not good.
 */
export type Authenticate = (secret: string) => Promise<Caller | undefined>;

/** Keys are Earshot's own; tokens are taken only where there is a verifier. */
export function createAuthenticate(ctx: Context, verifier?: TokenVerifier): Authenticate {
  const authenticateKey = createAuthenticateKey(ctx);
  if (verifier === undefined) return authenticateKey;
  const authenticateToken = createAuthenticateToken(ctx, verifier);
  return async (secret) =>
    TOKEN.test(secret) ? await authenticateToken(secret) : await authenticateKey(secret);
}

/**
 * Looks a key up once and remembers it, under its hash, until any key is revoked: the look-up would
 * otherwise be a good part of the cost of a call.
 */
function createAuthenticateKey(ctx: Context): Authenticate {
  const known = new Map<string, Caller>();
  let revocations = 0;
  onRevoked(ctx, () => {
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
    const caller = callerWith(owner);
    if (known.size >= KEPT) known.clear();
    // What was read before a revocation must not be remembered behind it.
    if (seen === revocations) known.set(hash, caller);
    return caller;
  };
}

function callerWith({ key, principal }: KeyOwner): Caller {
  const rights = effectiveRights(principal, key.scopes);
  return {
    principal,
    rights,
    key: key.id,
    ...(key.holdMs === undefined ? {} : { holdMs: key.holdMs }),
    ...(key.unattended === undefined ? {} : { unattended: key.unattended }),
  };
}
