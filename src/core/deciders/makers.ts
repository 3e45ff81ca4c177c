import type { KeyId, PrincipalId } from "../../domain/id.ts";
import type { Key } from "../../domain/people/principal.ts";
import type { KeyOwner } from "../../ports/store/store.ts";

export function findKey(keys: readonly KeyOwner[], id: KeyId | undefined): Key | undefined {
  return id === undefined ? undefined : keys.find(({ key }) => key.id === id)?.key;
}

/**
 * Everybody who has had a key in hand as it was made: its maker, and whoever had the key in hand that it
 * was made with. A copied key could otherwise make itself one that nobody else has seen.
 */
export function makersOf(keys: readonly KeyOwner[], key: Key): readonly PrincipalId[] {
  const makers: PrincipalId[] = [];
  const seen = new Set<KeyId>([key.id]);
  if (key.madeBy !== undefined) makers.push(key.madeBy);
  let used = findKey(keys, key.madeWith);
  while (used !== undefined && !seen.has(used.id)) {
    seen.add(used.id);
    makers.push(used.principal);
    // Before 0.2 no key says what it was made with. Whoever was given one then makes an own one with it.
    if (used.madeBy !== undefined && used.madeWith !== undefined) makers.push(used.madeBy);
    used = findKey(keys, used.madeWith);
  }
  return makers;
}
