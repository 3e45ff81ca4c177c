import type { PermissionId } from "../../domain/id.ts";
import { committedPermission } from "../../domain/log/committed.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight, seesAll } from "../../domain/people/rights.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import { present } from "../../domain/present.ts";
import type { PermitInput } from "../../ports/earshot/authority.ts";
import type { Change } from "../../ports/store/store.ts";
import { actorOf, notFound } from "../call/access.ts";
import { commitOnce } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, commitError, onceOf } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { asItsKeyLeaves } from "../deciders/withdrawn-votes.ts";
import { assertMayPermit, draftPermission } from "./draft-permission.ts";
import { coversNothing, whyItCoversNothing } from "./permission-reach.ts";

/** Gives a standing permission: a yes in advance. */
export async function permit(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<PermitInput>,
): Promise<Permission> {
  requireRight(caller, "permit");
  const { typed: _typed, ...identity } = input;
  const call: CallIdentity = { caller, operation: "permit", input: identity, options };
  const by = actorOf(caller, options?.via);
  const drafted = await draftPermission(ctx, caller, { input, by });
  const permission = { ...drafted, ...present({ key: caller.key }) };
  assertMayPermit(caller, { permission, input, via: by.via });
  const why = await whyItCoversNothing(ctx, caller, { permission, input });
  if (why !== undefined) throw coversNothing(why);
  const { id, workspace, agent, createdAt, level, tool, scope } = permission;
  const change: Change = {
    workspace,
    writes: [{ type: "permission.insert", permission }],
    events: [
      {
        type: "permission.given",
        at: createdAt,
        actor: by.principal,
        subject: id,
        agent,
        data: {
          digest: ctx.digest.json(committedPermission(permission)),
          via: by.via,
          name: tool,
          kind: scope,
          level,
          permission: id,
        },
      },
    ],
  };
  const { result } = await commitOnce(ctx, call, { result: id, change });
  return result === id ? permission : await findPermission(ctx, caller, result as PermissionId);
}

/** Standing permissions, newest first, in their current state; an agent sees its own. */
export async function listPermissions(
  ctx: Context,
  caller: Caller,
): Promise<{ readonly items: readonly Permission[] }> {
  requireRight(caller, "read");
  const { workspace, id } = caller.principal;
  const given = await ctx.store.listPermissions(workspace, seesAll(caller) ? undefined : id);
  const keys = await ctx.people.keys(workspace);
  return { items: given.map((permission) => asItsKeyLeaves(permission, keys)) };
}

/** Revokes a permission from the moment this resolves; repeating it changes nothing. */
export async function revokePermission(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly id: PermissionId }>,
): Promise<Permission> {
  requireRight(caller, "permit");
  const known = await findPermission(ctx, caller, input.id);
  const { id, workspace, agent } = known;
  const revokedAt = nowOf(ctx);
  const once = onceOf(ctx, { caller, operation: "revokePermission", input, options }, id);
  const change: Change = {
    workspace,
    ...present({ once }),
    writes: [{ type: "permission.revoke", id, revokedAt }],
    events: [
      {
        type: "permission.revoked",
        at: revokedAt,
        actor: caller.principal.id,
        subject: id,
        agent,
        data: { permission: id },
      },
    ],
  };
  const done = await ctx.commit(change);
  if (done.outcome === "key_reused") throw commitError(done, change);
  return await findPermission(ctx, caller, id);
}

async function findPermission(ctx: Context, caller: Caller, id: PermissionId): Promise<Permission> {
  const known = await ctx.store.findPermission(caller.principal.workspace, id);
  if (known === undefined) throw notFound("permission", id);
  return known;
}
