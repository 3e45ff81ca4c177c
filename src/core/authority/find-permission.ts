import type { Demand } from "../../domain/authority/authorization.ts";
import { wantsNote } from "../../domain/authority/vote-words.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import { covers } from "../../domain/policy/permission-match.ts";
import { present } from "../../domain/present.ts";
import type { Context } from "../call/context.ts";
import { isCountedHand } from "../deciders/hands.ts";
import { type Standing, standingOf } from "../deciders/may-decide.ts";
import { asItsKeyLeaves } from "../deciders/withdrawn-votes.ts";
import { isGivenInLog } from "../log/given-in-log.ts";
import type { Draft } from "./draft-authorization.ts";

/** A permission, and what lets its giver approve. */
export interface Covering extends Standing {
  readonly permission: Permission;
}

/**
 * The standing permission that covers an action, given by a person who could approve it now.
 * Actions that need several approvers, or those of a list, have none.
 */
export async function findCovering(ctx: Context, draft: Draft): Promise<Covering | undefined> {
  const { request, args } = draft;
  const { action, demand } = request.authorization;
  if (!isCoverable(demand)) return undefined;
  const given = await ctx.store.listPermissions(request.workspace, request.agent);
  if (given.length === 0) return undefined;
  const facts = {
    agent: request.agent,
    tool: action.tool,
    session: action.session,
    level: demand.level,
    args,
    argsDigest: argsDigest(ctx, args),
    toolSchemaHash: action.toolSchemaHash,
  };
  const keys = await ctx.people.keys(request.workspace);
  for (const stored of given) {
    const permission = asItsKeyLeaves(stored, keys);
    if (!covers(permission, facts, request.createdAt)) continue;
    if (!(await isGivenInLog(ctx, stored))) continue;
    const { givenBy: by, key, workspace } = permission;
    const standing = await standingOf(ctx, request, by.principal);
    if (!(await isCountedHand(ctx, demand, { workspace, by, ...present({ key }) }))) continue;
    if (standing !== undefined) return { permission, ...standing };
  }
  return undefined;
}

/**
 * Digest of the arguments that a permission names. Keyed, because they may be secret or easy to
 * guess.
 */
export function argsDigest(ctx: Pick<Context, "vault">, args: Draft["args"]): string {
  return ctx.vault.commitment("permission", args);
}

function isCoverable(demand: Demand): boolean {
  const { quorum, wanted, waitMs, stepUp, level } = demand;
  const isEachLooked = waitMs !== undefined || wantsNote(demand);
  return quorum === 1 && wanted === undefined && !isEachLooked && !stepUp && level !== "CRITICAL";
}
