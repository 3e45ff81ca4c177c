import { isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import { PERMISSION_SCOPES } from "../../domain/policy/permission.ts";
import { pickPolicy } from "./authority-props.ts";
import { createKeyChanges, isCrowded } from "./key-changes.ts";
import { passphraseOf } from "./participants.ts";
import type { WorkloadParts } from "./world.ts";

/** People who change who may do what: the policy, permissions, keys. */
export interface Ruling {
  applyPolicy(): Promise<void>;
  permit(like: RequestId): Promise<void>;
  revokePermission(): Promise<void>;
  /** Takes somebody's keys away; the first owner's stay. */
  revokeKey(): Promise<void>;
  /** Leaves the first owner alone with the decisions. */
  revokeOthers(): Promise<void>;
  renewKey(): Promise<void>;
  /** Gives everybody a key, once nobody takes one away any more. */
  restoreKeys(): Promise<void>;
}

export function createRuling({ random, cast, callers, oracle }: WorkloadParts): Ruling {
  const { owner, operators } = cast;
  const { persist } = callers;
  const { renew, revokeAll } = createKeyChanges({ cast, callers });
  const passphrase = passphraseOf(owner);
  const others = operators.filter((person) => person !== owner);
  /** Changes of keys that were begun; a reply that comes late may bring a key that is revoked by then. */
  const changing = new Set<Promise<void>>();
  let isRestored = false;
  let count = 0;

  async function note(change: () => Promise<void>): Promise<void> {
    if (isRestored) return;
    const begun = change();
    changing.add(begun);
    await begun;
  }

  return {
    async applyPolicy() {
      const source = pickPolicy(random);
      const options = { idempotencyKey: `policy-${++count}` };
      try {
        await persist(owner, `policy ${count}`, (earshot) =>
          earshot.applyPolicy({ source, passphrase }, options),
        );
      } catch (error) {
        if (!isCrowded(error)) throw error;
      }
    },
    async permit(like) {
      const by = random.pick(operators);
      const tool = oracle.authority.request(like)?.authorization.action.tool ?? "";
      const input = permitInput(random, { like, tool });
      const options = { idempotencyKey: `permit-${++count}`, via: "cli" } as const;
      try {
        await persist(by, `permit ${count}`, (earshot) => earshot.permit(input, options));
      } catch (error) {
        // The agent named no session to bind it to.
        if (!isEarshotError(error, "INVALID_INPUT")) throw error;
      }
    },
    async revokePermission() {
      const by = random.pick(operators);
      const { items } = await persist(by, `permissions ${++count}`, (earshot) =>
        earshot.listPermissions(),
      );
      if (items.length === 0) return;
      const { id } = random.pick(items);
      const options = { idempotencyKey: `unpermit-${++count}` };
      await persist(by, `unpermit ${count}`, (earshot) =>
        earshot.revokePermission({ id }, options),
      );
    },
    revokeKey: async () => await note(() => revokeAll(random.pick(others))),
    revokeOthers: async () =>
      void (await Promise.all(others.map((one) => note(() => revokeAll(one))))),
    renewKey: async () => await note(() => renew(random.pick(others))),
    async restoreKeys() {
      isRestored = true;
      await Promise.allSettled(changing);
      for (const person of others) await renew(person);
    },
  };
}

function permitInput(
  random: WorkloadParts["random"],
  { like, tool }: { readonly like: RequestId; readonly tool: string },
) {
  return {
    like,
    scope: random.pick(PERMISSION_SCOPES),
    forMs: random.int(1_000, 60_000),
    ...(random.chance(0.3) && { level: "HIGH" as const, typed: tool }),
  };
}
