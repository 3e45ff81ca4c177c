import type { Authorization } from "../authority/authorization.ts";
import type { TaskSpecification } from "../liaison/task-specification.ts";
import type { Key, Principal } from "../people/principal.ts";
import { rightsOf } from "../people/rights.ts";
import type { Permission } from "../policy/permission.ts";

/*
 * What the digest of an event is made of, where it stands for a whole row and not for words. Whoever
 * writes the event and whoever compares the row with it later make it here: a part that is left out
 * can be changed in the store without a trace.
 */

/**
 * What a key is and may do, without what changes in its life. All that its holder may do is written
 * as such: a new version may give holders more, and their keys with them.
 */
export function committedKey(
  { principal, scopes, holdMs, unattended, web }: Key,
  { secretHash, holder }: { readonly secretHash: string; readonly holder: Principal },
) {
  const all = rightsOf(holder);
  const isWhole = scopes.length === all.length && all.every((right) => scopes.includes(right));
  const { browser, atTerminal, pageHash, expiresAt } = web ?? {};
  return {
    principal,
    secretHash,
    scopes: isWhole ? "all" : scopes.toSorted(),
    holdMs: holdMs ?? null,
    unattended: unattended ?? false,
    web: web === undefined ? null : { browser, atTerminal, pageHash, expiresAt },
  };
}

/** What an agent says beside the action that it seeks leave for; it is no part of the digest of that. */
export function committedWords({ reason, onBehalfOf }: Authorization) {
  return [reason, onBehalfOf ?? null];
}

/** What a permission covers, by whose yes and until when. */
export function committedPermission(permission: Permission) {
  const { workspace: _, revokedAt: __, uses: ___, ...given } = permission;
  return given;
}

/** What proves by a passkey that it is its operator. */
export function committedPasskey({
  passkey: { operator, rpId },
  credential: { credentialId, publicKey },
}: {
  readonly passkey: { readonly operator: string; readonly rpId: string };
  readonly credential: { readonly credentialId: string; readonly publicKey: string };
}) {
  return { operator, rpId, credentialId, publicKey };
}

/** A specification without how sure of it the liaison is, which changes within a version. */
export function committedTask({ confidence: _, ...said }: TaskSpecification) {
  return said;
}
