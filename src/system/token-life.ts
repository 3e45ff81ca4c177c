import type { Level } from "../domain/authority/action.ts";
import { grantLifeMs } from "../domain/authority/grant.ts";
import type { JsonObject } from "../domain/json.ts";
import type { SignedKind } from "../ports/system/signer.ts";
import type { SigningKey } from "./signing-keys.ts";

/** A node signs with a key for so long at most after another node has put a new one in its place. */
const LEEWAY_MS = 5_000;
/** A grant that is collected again is signed anew, and says when it was first. */
const LONGEST_LIFE_MS = grantLifeMs("LOW");

/**
 * Whether what a token says of its time is what its key can have signed: whoever has kept a key that
 * signs no more, or signs a grant for years, is refused by whoever has the public keys alone.
 */
export function isOfItsTime(
  kind: SignedKind,
  claims: JsonObject,
  { createdAt, until }: Pick<SigningKey, "createdAt" | "until">,
): boolean {
  const signedMs = kind === "grant" ? grantedMs(claims) : sealedMs(claims);
  if (Number.isNaN(signedMs)) return false;
  const earliest = createdAt === undefined ? signedMs : Date.parse(createdAt);
  const latest = until === undefined ? signedMs : Date.parse(until);
  return signedMs >= earliest - LONGEST_LIFE_MS - LEEWAY_MS && signedMs <= latest + LEEWAY_MS;
}

/** When a grant was minted; no number for one that would live longer than any does. */
function grantedMs({ iat, exp, level }: JsonObject): number {
  if (typeof iat !== "number" || typeof exp !== "number") return Number.NaN;
  return (exp - iat) * 1_000 <= grantLifeMs(level as Level) ? iat * 1_000 : Number.NaN;
}

function sealedMs({ at }: JsonObject): number {
  return typeof at === "string" ? Date.parse(at) : Number.NaN;
}
