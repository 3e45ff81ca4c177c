import type { Authorization } from "../authority/authorization.ts";
import type { Exchange, TaskResult } from "../liaison/liaison.ts";
import type { TaskSpecification } from "../liaison/task-specification.ts";
import type { Key, Principal } from "../people/principal.ts";
import { rightsOf } from "../people/rights.ts";
import type { Permission } from "../policy/permission.ts";
import { present } from "../present.ts";

/*
 * What an event's digest covers when it commits to a whole row and not to words. Both the writer of
 * the event and the later comparison with the row take it from here: a part that is left out can be
 * changed in the store without a trace.
 */

/**
 * What a key is and may do, without what changes during its life. "All that its holder may do" is
 * stored as such: a new version may give holders more rights, and their keys with them.
 */
export function committedKey(
  { principal, scopes, holdMs, unattended, madeWith, web, invitation, invitedBy }: Key,
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
    // Keys from before 0.2 have none of these.
    ...present({ madeWith, invitation, invitedBy }),
  };
}

/** What an agent says beside the action; the action's digest does not cover it. */
export function committedWords({ reason, onBehalfOf }: Authorization) {
  return [reason, onBehalfOf ?? null];
}

/** What a permission covers, who gave it and how long it lasts. */
export function committedPermission(permission: Permission) {
  const { workspace: _, revokedAt: __, uses: ___, ...given } = permission;
  return given;
}

/** The part of a passkey that proves it is its operator's. */
export function committedPasskey({
  passkey: { operator, rpId },
  credential: { credentialId, publicKey },
}: {
  readonly passkey: { readonly operator: string; readonly rpId: string };
  readonly credential: { readonly credentialId: string; readonly publicKey: string };
}) {
  return { operator, rpId, credentialId, publicKey };
}

/** What was said, with the digests of what was attached. */
export function committedExchange({ content, attachments }: Exchange) {
  return attachments === undefined ? content : { content, attachments };
}

/** The result alone where nothing came with it, as before files could. */
export function committedResult({ result, attachments }: TaskResult) {
  return attachments === undefined ? result : { result, attachments };
}

/** A specification without the liaison's confidence, which changes within a version. */
export function committedTask({ confidence: _, ...said }: TaskSpecification) {
  return said;
}
