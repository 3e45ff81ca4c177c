import { demandsTwoOwners } from "../../domain/authority/owners-change.ts";
import { EarshotError } from "../../domain/errors.ts";
import { DEFAULT_WORKSPACE } from "../../domain/id.ts";
import type { EventType } from "../../domain/log/event.ts";
import type { Principal } from "../../domain/people/principal.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Context } from "../call/context.ts";
import { newKey } from "../callers/new-key.ts";
import { ownerNotices } from "../notices/owner-notices.ts";
import { OWNERS_TOLD } from "../notices/owners-told.ts";

/**
 * Why a start makes no key: a restart must not bring back a removed person, nor replace another
 * owner's approval.
 */
export type NoKey = "removed" | "second_owner";

/**
 * Makes a new key for one of the default workspace's first two principals, if its key file is gone.
 * The file may be lost, or a process may have died before writing it.
 */
export async function restoreKey(
  ctx: Context,
  name: "operator" | "agent",
): Promise<{ readonly secret: string } | { readonly none: NoKey }> {
  const kind = name === "operator" ? "person" : "agent";
  const workspace = DEFAULT_WORKSPACE;
  const principal = await ctx.store.findPrincipalByName({ workspace, kind, name });
  if (principal === undefined) {
    throw new EarshotError("NOT_FOUND", `There is no ${kind} named "${name}" to make a key for.`);
  }
  if (await isRemoved(ctx, principal)) return { none: "removed" };
  // At a start nobody could give the second owner's approval that such a key needs.
  if (kind === "person" && demandsTwoOwners((await ctx.store.currentPolicy(workspace))?.source)) {
    return { none: "second_owner" };
  }
  const { secret, writes, events } = newKey(ctx, principal, {});
  const told =
    kind === "person"
      ? await ownerNotices(ctx, {
          workspace,
          actor: principal.id,
          ...OWNERS_TOLD.key_made_at_start(name),
        })
      : { writes: [], events: [] };
  const done = await ctx.commit({
    workspace,
    writes: [...writes, ...told.writes],
    events: [...events, ...told.events],
  });
  if (done.outcome === "committed") return { secret };
  throw new EarshotError("CONFLICT", "A key could not be made. Start again.");
}

const PAGE = 1_000;
const REMOVED: EventType = "operator.removed";
const INVITED: EventType = "sign_in_link.created";

/** Whether somebody removed the person, and nobody gave them a key or a link since. */
async function isRemoved(ctx: Context, principal: Principal): Promise<boolean> {
  const { workspace, id } = principal;
  const keys = await ctx.store.listKeys(workspace);
  const own = keys.map(({ key }) => key).filter((key) => key.principal === id);
  // A removal revokes them all, so a good one was made afterwards.
  if (own.some(({ revokedAt }) => revokedAt === undefined)) return false;
  const removedAt = await removalOf(ctx, principal);
  return removedAt !== undefined && own.every(({ createdAt }) => createdAt <= removedAt);
}

/** When the person was removed; undefined if never, or if they were given a link since. */
async function removalOf(
  ctx: Context,
  { workspace, id: subject }: Principal,
): Promise<Timestamp | undefined> {
  let removedAt: Timestamp | undefined;
  for (let after = 0; ; ) {
    const events = await ctx.store.readEvents({ workspace, subject, after, limit: PAGE });
    const telling = events.findLast(({ type }) => type === REMOVED || type === INVITED);
    if (telling !== undefined) removedAt = telling.type === REMOVED ? telling.at : undefined;
    const last = events.at(-1);
    if (last === undefined || events.length < PAGE) return removedAt;
    after = last.seq;
  }
}
