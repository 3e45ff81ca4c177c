import type { Vote } from "../../domain/authority/authorization.ts";
import type { KeyId, PrincipalId } from "../../domain/id.ts";
import { endUserNamed } from "../../domain/people/end-user.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { KeyOwner } from "../../ports/store/store.ts";
import { deciders } from "./may-decide.ts";

type Given = Pick<Vote, "by" | "key">;

/**
 * People whose votes no longer count: the vote's key is revoked, or its giver may not decide now.
 */
export function withdrawnOf(
  votes: readonly Given[],
  keys: readonly KeyOwner[],
): readonly PrincipalId[] {
  return withdrawn(votes, keys).map(({ by }) => by.principal);
}

function withdrawn<V extends Given>(votes: readonly V[], keys: readonly KeyOwner[]): readonly V[] {
  const people = deciders(keys);
  const isGone = ({ by, key }: Given) =>
    endUserNamed(by.name) === undefined
      ? !people.includes(by.principal)
      : // A service spoke for them by its key, which is all that lets them decide.
        keys.every((one) => one.key.id !== key);
  return votes.filter((vote) => revokedAt(keys, vote.key) !== undefined || isGone(vote));
}

/** From when those votes no longer count, as far as the keys tell. */
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

/** The permission in its current state: it is revoked with the key that gave it. */
export function asItsKeyLeaves(permission: Permission, keys: readonly KeyOwner[]): Permission {
  const revoked = permission.revokedAt ?? revokedAt(keys, permission.key);
  return revoked === undefined ? permission : { ...permission, revokedAt: revoked };
}

/** When the key was revoked; undefined for a key that is unknown here. */
export function revokedAt(keys: readonly KeyOwner[], id: KeyId | undefined): Timestamp | undefined {
  return id === undefined ? undefined : keys.find(({ key }) => key.id === id)?.key.revokedAt;
}

/** The keys that votes or permissions came by. */
export function keysOf(given: readonly { readonly key?: KeyId | undefined }[]): readonly KeyId[] {
  return given.flatMap(({ key }) => (key === undefined ? [] : [key]));
}
