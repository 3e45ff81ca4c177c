import type { Vote } from "../../domain/authority/authorization.ts";
import type { KeyId, PrincipalId } from "../../domain/id.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { KeyOwner } from "../../ports/store/store.ts";
import { deciders } from "./may-decide.ts";

type Given = Pick<Vote, "by" | "key">;

/** Whose votes count no more: the key that one came by is revoked, or its giver may not decide now. */
export function withdrawnOf(
  votes: readonly Given[],
  keys: readonly KeyOwner[],
): readonly PrincipalId[] {
  return withdrawn(votes, keys).map(({ by }) => by.principal);
}

function withdrawn<V extends Given>(votes: readonly V[], keys: readonly KeyOwner[]): readonly V[] {
  const people = deciders(keys);
  return votes.filter(
    ({ by, key }) => revokedAt(keys, key) !== undefined || !people.includes(by.principal),
  );
}

/** The moments from which they count no more, as far as the keys tell them. */
export function withdrawalsOf(
  votes: readonly Given[],
  keys: readonly KeyOwner[],
): readonly (Timestamp | undefined)[] {
  return withdrawn(votes, keys).map(({ by, key }) => {
    const own = keys.filter((one) => one.principal.id === by.principal);
    const ends = own.flatMap(({ key: { revokedAt: end } }) => (end === undefined ? [] : [end]));
    return revokedAt(keys, key) ?? ends.toSorted().at(-1);
  });
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
