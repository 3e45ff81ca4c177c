import type { KeyId } from "../../domain/id.ts";
import type { Caller, Key } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { ListedKey } from "../../ports/earshot/earshot.ts";
import type { Change } from "../../ports/store/store.ts";
import { notFound } from "../call/access.ts";
import { asOperator } from "../call/assert-caller.ts";
import { type Context, nowOf } from "../call/context.ts";
import { commitError, onceOf } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { NOTHING_TOLD, ownerNotices } from "../notices/owner-notices.ts";
import { OWNERS_TOLD } from "../notices/owners-told.ts";
import { assertOwnerStays } from "../sign-in/last-way-in.ts";
import { inOperatorTurn } from "../sign-in/operator-lock.ts";
import { dropTicketsOf } from "../sign-in/tickets.ts";

/**
 * The keys and invitations that the caller may revoke: anybody's own, with `people` those of all
 * people, with `keys` those of agents and services.
 */
export async function listKeys(
  ctx: Context,
  caller: Caller,
): Promise<{ readonly items: readonly ListedKey[] }> {
  return { items: await managedKeys(ctx, caller) };
}

/** Revokes a key from the moment this resolves; repeating it changes nothing. */
export async function revokeKey(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly id: KeyId }>,
): Promise<Key> {
  const { workspace } = caller.principal;
  const { key: known, principal } = await findKey(ctx, caller, input.id);
  const once = onceOf(ctx, { caller, operation: "revokeKey", input, options }, input.id);
  const revokedAt = nowOf(ctx);
  const actor = caller.principal.id;
  const told =
    principal.kind !== "person" || principal.id === actor
      ? NOTHING_TOLD
      : await ownerNotices(ctx, {
          workspace,
          actor,
          ...OWNERS_TOLD.key_revoked(caller.principal.name, principal),
        });
  const change: Change = {
    workspace,
    ...present({ once }),
    writes: [
      { type: "key.revoke", id: input.id, revokedAt },
      ...dropTicketsOf(principal),
      ...told.writes,
    ],
    events: [{ type: "key.revoked", at: revokedAt, actor, subject: input.id }, ...told.events],
  };
  const done = await inOperatorTurn(ctx, workspace, async () => {
    await assertOwnerStays(ctx, { of: principal, only: input.id });
    return await ctx.commit(change);
  });
  if (done.outcome === "committed") return { ...known, revokedAt };
  // It was revoked before, as wanted.
  if (done.outcome !== "key_reused") return (await findKey(ctx, caller, input.id)).key;
  throw commitError(done, change);
}

/** Of those that the caller may manage: others look to them as if there were none. */
export async function findKey(ctx: Context, caller: Caller, id: KeyId): Promise<ListedKey> {
  const known = (await managedKeys(ctx, caller)).find(({ key }) => key.id === id);
  if (known === undefined) throw notFound("key", id);
  return known;
}

/** Web sessions are listed and revoked separately. */
async function managedKeys(ctx: Context, caller: Caller): Promise<readonly ListedKey[]> {
  const { principal: by, rights } = caller;
  const { workspace, id } = by;
  if (by.kind !== "person") requireRight(caller, "keys");
  else if (!rights.has("keys") && !rights.has("people")) asOperator(caller);
  const keys = (await ctx.store.listKeys(workspace)).filter(({ key }) => key.web === undefined);
  const all = [...keys, ...(await ctx.store.listInvitations(workspace))];
  // A key for scripts manages none, not even its person's.
  const ownId = caller.unattended === true ? undefined : id;
  const isManaged = ({ principal }: ListedKey) =>
    principal.id === ownId || rights.has(principal.kind === "person" ? "people" : "keys");
  return all.filter(isManaged).sort((one, other) => (one.key.id < other.key.id ? -1 : 1));
}
