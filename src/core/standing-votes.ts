import type { Vote } from "../domain/authorization.ts";
import type { KeyId, PrincipalId } from "../domain/id.ts";
import type { Permission } from "../domain/permission.ts";
import type { Timestamp } from "../domain/timestamp.ts";
import type { KeyOwner } from "../ports/store.ts";
import { deciders } from "./may-decide.ts";

/** Whose votes count no more: the key that one came by is revoked, or its giver may not decide now. */
export function withdrawnOf(
  votes: readonly Vote[],
  keys: readonly KeyOwner[],
): readonly PrincipalId[] {
  const people = deciders(keys);
  return votes
    .filter(({ by, key }) => revokedAt(keys, key) !== undefined || !people.includes(by.principal))
    .map(({ by }) => by.principal);
}

/** The permission as its key leaves it: it goes with the key that it was given by. */
export function asItsKeyLeaves(permission: Permission, keys: readonly KeyOwner[]): Permission {
  const revoked = permission.revokedAt ?? revokedAt(keys, permission.key);
  return revoked === undefined ? permission : { ...permission, revokedAt: revoked };
}

/** When the key was revoked; of one that is not known here, nobody has revoked it. */
export function revokedAt(keys: readonly KeyOwner[], id: KeyId | undefined): Timestamp | undefined {
  return id === undefined ? undefined : keys.find(({ key }) => key.id === id)?.key.revokedAt;
}

/** The keys that votes or permissions came by. */
export function keysOf(given: readonly { readonly key?: KeyId | undefined }[]): readonly KeyId[] {
  return given.flatMap(({ key }) => (key === undefined ? [] : [key]));
}
