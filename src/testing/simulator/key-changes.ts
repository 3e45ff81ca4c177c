import { isEarshotError } from "../../domain/errors.ts";
import type { PrincipalId } from "../../domain/id.ts";
import type { Key, PersonPrincipal } from "../../domain/people/principal.ts";
import { passphraseOf } from "./participants.ts";
import type { WorkloadParts } from "./world.ts";

interface KeyChanges {
  /** Invites somebody who has no key, and accepts; whoever holds one keeps it. */
  renew(person: PersonPrincipal): Promise<void>;
  revokeAll(person: PersonPrincipal): Promise<void>;
}

/**
 * The owner gives people keys and takes them away, for one person after the other: somebody who can
 * get in is not invited, and an invitation can be revoked before it is accepted.
 */
export function createKeyChanges({
  cast,
  callers,
}: Pick<WorkloadParts, "cast" | "callers">): KeyChanges {
  const { owner, secrets, keys } = cast;
  const { persist } = callers;
  const passphrase = passphraseOf(owner);
  const turns = new Map<PrincipalId, Promise<void>>();
  let count = 0;
  const once = () => ({ idempotencyKey: `key-change-${++count}` });

  async function inTurn({ id }: PersonPrincipal, work: () => Promise<void>): Promise<void> {
    const turn = (turns.get(id) ?? Promise.resolve()).then(work);
    turns.set(
      id,
      turn.catch(() => {}),
    );
    await turn;
  }

  async function invite({ id, name }: PersonPrincipal): Promise<void> {
    const input = { kind: "person", name, passphrase } as const;
    const inviting = once();
    const { secret: invitation } = await persist(owner, `invite ${count}`, (earshot) =>
      earshot.createKey(input, inviting),
    );
    const accepting = once();
    const made = await persist(owner, `accept ${count}`, (earshot) =>
      earshot.acceptInvitation({ invitation }, accepting),
    );
    secrets.set(id, made.secret);
    keys.set(id, made.key.id);
  }

  async function renew(person: PersonPrincipal): Promise<void> {
    const held = await goodKeysOf(person);
    if (held.some(({ id }) => id === keys.get(person.id))) return;
    await revoke(held);
    try {
      await invite(person);
    } catch (error) {
      // Its secret was in a reply that got lost, or many passphrases came at once.
      if (!isEarshotError(error, "KEY_REUSED") && !isCrowded(error)) throw error;
      await callers.backOff();
      await renew(person);
    }
  }

  async function goodKeysOf(person: PersonPrincipal): Promise<readonly Key[]> {
    const { items } = await persist(owner, `keys ${++count}`, (earshot) => earshot.listKeys());
    return items
      .filter(({ key, principal }) => principal.id === person.id && key.revokedAt === undefined)
      .map(({ key }) => key);
  }

  async function revoke(held: readonly Key[]): Promise<void> {
    for (const key of held) {
      const options = once();
      await persist(owner, `revoke ${count}`, (earshot) =>
        earshot.revokeKey({ id: key.id }, options),
      );
    }
  }

  return {
    renew: (person) => inTurn(person, () => renew(person)),
    revokeAll: (person) => inTurn(person, async () => revoke(await goodKeysOf(person))),
  };
}

/** More passphrases of one person at a time than are looked at, right as they may be. */
export function isCrowded(error: unknown): boolean {
  return isEarshotError(error, "STEP_UP_NEEDED") && error.details?.["reason"] === "too_many";
}
