import { SECRET_PREFIX } from "../../domain/people/key-secret.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { effectiveRights } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { KeyOwner } from "../../ports/store/store.ts";
import type { TokenVerifier } from "../../ports/system/token-verifier.ts";
import { type Context, nowOf } from "../call/context.ts";
import { createReadThroughCache } from "../call/read-through-cache.ts";
import { assertServed } from "../call/served.ts";
import { createAuthenticateToken } from "./authenticate-token.ts";
import { authenticateEndUser } from "./end-users.ts";
import { isGoodKey } from "./web-session-key.ts";

/** Three parts of base64url; the last is empty in an unsigned token. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/**
 * Finds the caller of a key or token. Undefined for a key that is unknown, revoked or over, and for a secret
 * that belongs in a browser's cookie. Rejects for a bad token, and with NOT_ALLOWED for a halted
 * agent.
 */
export type Authenticate = (secret: string) => Promise<Caller | undefined>;

/** Keys are Earshot's own; tokens are accepted only with a verifier. */
export function createAuthenticate(ctx: Context, verifier?: TokenVerifier): Authenticate {
  const authenticateKey = createAuthenticateKey(ctx);
  const byToken = verifier && createAuthenticateToken(ctx, verifier);
  return (secret) =>
    TOKEN.test(secret) ? authenticateSigned(ctx, secret, byToken) : authenticateKey(secret);
}

/** Our own statements first: their first part is known, so that of a foreign token costs nothing. */
async function authenticateSigned(
  ctx: Context,
  token: string,
  byToken: Authenticate | undefined,
): Promise<Caller | undefined> {
  return (await authenticateEndUser(ctx, token)) ?? (await byToken?.(token));
}

function createAuthenticateKey(ctx: Context): Authenticate {
  // The look-up would otherwise be a good part of the cost of a call.
  const callers = createReadThroughCache<Caller | undefined>({
    invalidated: { by: ctx.invalidations, as: "callers" },
    expiry: { clock: ctx.clock, atMs: (caller) => caller?.expiresAtMs },
  });

  async function read(hash: string): Promise<Caller | undefined> {
    const owner = await ctx.store.findKeyOwner(hash);
    if (owner === undefined || !isGoodKey(owner.key, nowOf(ctx))) return undefined;
    // A web session speaks for the inbox, and must come through its cookie and the checks there.
    if (owner.key.web !== undefined) return undefined;
    assertServed(owner.principal);
    return callerWith(owner);
  }

  // The promise that is kept is passed on as it is: every call comes by here.
  return (secret) => {
    if (!secret.startsWith(SECRET_PREFIX)) return Promise.resolve(undefined);
    const hash = ctx.digest.text(secret);
    return callers.get(hash, () => read(hash));
  };
}

function callerWith({ key, principal }: KeyOwner): Caller {
  const rights = effectiveRights(principal, key.scopes);
  return {
    principal,
    rights,
    key: key.id,
    ...present({
      holdMs: key.holdMs,
      unattended: key.unattended,
      expiresAtMs: key.expiresAt === undefined ? undefined : toMs(key.expiresAt),
    }),
  };
}
