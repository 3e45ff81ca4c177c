import type { Level } from "../domain/authority/action.ts";
import { grantLifeMs } from "../domain/authority/grant.ts";
import type { JsonObject } from "../domain/json.ts";
import { EMBED_LIFE_MS, END_USER_LIFE_MS } from "../domain/limits.ts";
import type { SignedKind } from "../ports/system/signer.ts";
import type { SigningKey } from "./signing-keys.ts";

/** The longest time that a node signs with a key after another node has replaced it. */
const LEEWAY_MS = 5_000;
/** A grant that is collected again is signed anew, and says when it was first minted. */
const LONGEST_LIFE_MS = grantLifeMs("LOW");

/**
 * Whether its key can have signed a token with these times. It refuses somebody who kept a retired
 * key, or signs a grant for years, even if only the public keys are known.
 */
export function isOfItsTime(
  kind: SignedKind,
  claims: JsonObject,
  { createdAt, until }: Pick<SigningKey, "createdAt" | "until">,
): boolean {
  const signedMs = SIGNED_MS[kind](claims);
  if (Number.isNaN(signedMs)) return false;
  const earliest = createdAt === undefined ? signedMs : Date.parse(createdAt);
  const latest = until === undefined ? signedMs : Date.parse(until);
  return signedMs >= earliest - LONGEST_LIFE_MS - LEEWAY_MS && signedMs <= latest + LEEWAY_MS;
}

const SIGNED_MS: Readonly<Record<SignedKind, (claims: JsonObject) => number>> = {
  grant: grantedMs,
  checkpoint: sealedMs,
  end_user: ({ iat, exp, scopes }) => {
    const lifeMs = scopes === undefined ? END_USER_LIFE_MS : EMBED_LIFE_MS;
    const isShort = Number(exp) - Number(iat) <= lifeMs / 1_000;
    return isShort ? Number(iat) * 1_000 : Number.NaN;
  },
};

/** When a grant was minted; NaN for one that would live longer than any does. */
function grantedMs({ iat, exp, level }: JsonObject): number {
  if (typeof iat !== "number" || typeof exp !== "number") return Number.NaN;
  return (exp - iat) * 1_000 <= grantLifeMs(level as Level) ? iat * 1_000 : Number.NaN;
}

function sealedMs({ at }: JsonObject): number {
  return typeof at === "string" ? Date.parse(at) : Number.NaN;
}
