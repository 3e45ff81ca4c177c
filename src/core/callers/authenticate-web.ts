import { WEB_SECRET_PREFIX } from "../../domain/people/key-secret.ts";
import type { Caller, WebFacts } from "../../domain/people/principal.ts";
import { effectiveRights } from "../../domain/people/rights.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { KeyOwner } from "../../ports/store/store.ts";
import type { PageProof } from "../../ports/system/door.ts";
import { type Context, nowOf } from "../call/context.ts";
import { createReadThroughCache } from "../call/read-through-cache.ts";
import { isGoodKey, isWebKey } from "./web-session-key.ts";

interface WebHolder extends Pick<WebFacts, "pageHash"> {
  readonly caller: Caller;
  readonly expiresAtMs: number;
}

/**
 * Finds the caller of a web session's secret. Undefined for a session that ended or never existed,
 * for a program's key, and for a missing or foreign page secret.
 */
export function createAuthenticateWeb(
  ctx: Context,
): (secret: string, proof: PageProof) => Promise<Caller | undefined> {
  const holders = createReadThroughCache<WebHolder | undefined>({
    invalidated: { by: ctx.invalidations, as: "callers" },
    expiry: { clock: ctx.clock, atMs: (holder) => holder?.expiresAtMs },
  });

  async function read(hash: string): Promise<WebHolder | undefined> {
    const owner = await ctx.store.findKeyOwner(hash);
    return owner === undefined ? undefined : holderWith(ctx, owner);
  }

  const isProved = (proof: PageProof, { pageHash }: WebHolder) => {
    if (proof === "by_cookie_alone") return true;
    return proof.page !== undefined && ctx.digest.text(proof.page) === pageHash;
  };
  return async (secret, proof) => {
    if (!secret.startsWith(WEB_SECRET_PREFIX)) return undefined;
    const hash = ctx.digest.text(secret);
    const holder = await holders.get(hash, () => read(hash));
    return holder !== undefined && isProved(proof, holder) ? holder.caller : undefined;
  };
}

function holderWith(ctx: Context, { key, principal }: KeyOwner): WebHolder | undefined {
  if (!isWebKey(key) || principal.kind !== "person" || !isGoodKey(key, nowOf(ctx))) {
    return undefined;
  }
  const { atTerminal, pageHash, expiresAt } = key.web;
  const expiresAtMs = toMs(expiresAt);
  const caller: Caller = {
    principal,
    rights: effectiveRights(principal, key.scopes),
    key: key.id,
    expiresAtMs,
    web: { atTerminal },
  };
  return { caller, pageHash, expiresAtMs };
}
