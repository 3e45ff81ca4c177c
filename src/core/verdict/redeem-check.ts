import { type Action, evidencePart } from "../../domain/authority/action.ts";
import { type Demand, isActedFor, needsOwnHand } from "../../domain/authority/authorization.ts";
import { editKindOf } from "../../domain/authority/edits.ts";
import type { GrantClaims, GrantRecord } from "../../domain/authority/grant.ts";
import { missingVotes } from "../../domain/authority/places.ts";
import { withCommitments } from "../../domain/authority/secret-args.ts";
import { wantsNote } from "../../domain/authority/vote-words.ts";
import type { PermissionId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import { demandsMore } from "../../domain/policy/demands.ts";
import type { PolicyVerdict } from "../../domain/policy/policy.ts";
import { present } from "../../domain/present.ts";
import type { ApprovedRequest, AuthorizationRequest } from "../../domain/requests/request.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { GrantRefusal, RedeemInput } from "../../ports/earshot/authority.ts";
import { type Context, nowOf } from "../call/context.ts";
import { isCountedHand } from "../deciders/hands.ts";
import { deciders, isOthers } from "../deciders/may-decide.ts";
import { isOwnEdit } from "../deciders/own-edits.ts";
import { asItsKeyLeaves, withdrawnOf } from "../deciders/withdrawn-votes.ts";
import { bindEvidence } from "../evidence/bind-evidence.ts";
import { isGivenInLog } from "../log/given-in-log.ts";
import { askPolicyAnew, soughtFor } from "./ask-policy.ts";
import { withEditsToday } from "./edits-today.ts";

interface Redemption {
  /** What was presented: a signed grant, or one that is made with its redemption. */
  readonly claims: Pick<GrantClaims, "jti" | "digest">;
  readonly request: ApprovedRequest;
  readonly grant: GrantRecord;
  readonly input: RedeemInput;
  readonly at: Timestamp;
}

/** Why this grant is not good for this action now; undefined if it is. */
export async function refusalOf(
  ctx: Context,
  redemption: Redemption,
): Promise<GrantRefusal | undefined> {
  const { claims, request, grant, at } = redemption;
  if (grant.id !== claims.jti) return "replaced";
  if (grant.consumedAt !== undefined) return "used";
  if (request.erasedAt !== undefined) return "unknown";
  if (at >= grant.expiresAt) return "expired";
  const digest = liveDigest(ctx, redemption);
  const approved = request.authorization.digest;
  if (digest !== approved || grant.digest !== approved || claims.digest !== approved) {
    return "other_action";
  }
  return await standsToday(ctx, request, redemption.input.args);
}

/** Why an approval no longer stands for anybody: its agent, today's policy or its approvers. */
export async function standsToday(
  ctx: Context,
  request: ApprovedRequest,
  args: JsonObject,
): Promise<GrantRefusal | undefined> {
  const { workspace, agent } = request;
  const asked = await ctx.people.find(workspace, agent);
  if (asked?.kind !== "agent") return "unknown";
  if (asked.haltedAt !== undefined) return "agent_halted";
  return (await refusalOfToday(ctx, request, args)) ?? (await refusalOfApprovers(ctx, request));
}

/** The digest of the stored action with the arguments about to run in place of its own. */
export function liveDigest(
  ctx: Context,
  { request, input }: Pick<Redemption, "input"> & { readonly request: AuthorizationRequest },
): string | undefined {
  const { action: approved, secrets, demand } = request.authorization;
  const { evidence: _, ...action } = approved;
  try {
    const { args } = withCommitments(input.args, secrets, (value) =>
      ctx.vault.commitment(action.nonce, value),
    );
    const live: Action = {
      ...action,
      tool: input.tool,
      args,
      session: input.session ?? null,
      toolSchemaHash: input.toolSchemaHash ?? null,
      resources: input.resources ?? [],
      ...evidencePart(bindEvidence(ctx, input.evidence, { args, hints: demand.args }).evidence),
    };
    return ctx.digest.action(live);
  } catch {
    // A missing secret, a payment that says other than the arguments, or a value without a canonical form, was never approved.
    return undefined;
  }
}

async function refusalOfToday(
  ctx: Context,
  request: ApprovedRequest,
  args: JsonObject,
): Promise<GrantRefusal | undefined> {
  const { authorization, basis } = request;
  const verdict: PolicyVerdict = await askPolicyAnew(ctx, soughtFor(request, args));
  if (verdict.outcome === "deny") return "denied_now";
  if (verdict.outcome === "allow") return undefined;
  if (basis.kind === "rule") return "demands_more";
  const isMore =
    demandsMore(authorization.demand, verdict.demand) !== undefined ||
    !isOfTheList(request, verdict.demand) ||
    (await isEditedByOne(ctx, request, verdict.demand)) ||
    !(await areHandsCounted(ctx, request, verdict.demand));
  return isMore ? "demands_more" : undefined;
}

/** Whether those who approved are people whom a list of today may be met by; no permission waits or says why. */
function isOfTheList({ basis, authorization }: ApprovedRequest, demand: Demand): boolean {
  const isEachLooked = demand.waitMs !== undefined || wantsNote(demand);
  if (isEachLooked && basis.kind !== "people") return false;
  if (demand.wanted === undefined) return true;
  return (
    basis.kind === "people" &&
    authorization.votes.every(({ by }) => !isActedFor(authorization, demand, by.name))
  );
}

/** Whether today's policy does not accept the vote of an edit's author, or the edit at all. */
async function isEditedByOne(
  ctx: Context,
  request: ApprovedRequest,
  wanted: Demand,
): Promise<boolean> {
  const demand = await withEditsToday(ctx, request, wanted);
  const today = { ...request.authorization, demand };
  if (editKindOf(today) === "forbidden") return true;
  const { workspace } = request;
  for (const { by, soleOperator } of today.votes) {
    if (soleOperator === true) continue;
    if (await isOwnEdit(ctx, { workspace, authorization: today }, by.principal)) return true;
  }
  return false;
}

/** An approval may be older than the demand for own hands. */
async function areHandsCounted(
  ctx: Context,
  { workspace, basis, authorization }: ApprovedRequest,
  demand: Demand,
): Promise<boolean> {
  if (!needsOwnHand(demand)) return true;
  if (basis.kind === "permission") {
    const permission = await ctx.store.findPermission(workspace, basis.permission);
    if (permission === undefined) return false;
    const { givenBy: by, key } = permission;
    return await isCountedHand(ctx, demand, { workspace, by, ...present({ key }) });
  }
  for (const vote of authorization.votes) {
    if (!(await isCountedHand(ctx, demand, { workspace, ...vote }))) return false;
  }
  return true;
}

async function refusalOfApprovers(
  ctx: Context,
  request: ApprovedRequest,
): Promise<GrantRefusal | undefined> {
  const { workspace, basis, authorization } = request;
  if (basis.kind === "rule") return undefined;
  if (basis.kind === "permission") return await refusalOfGiver(ctx, request, basis.permission);
  const { votes, demand } = authorization;
  if (missingVotes(demand, votes) > 0) return "approver_gone";
  const withdrawn = withdrawnOf(votes, await ctx.people.keys(workspace));
  if (withdrawn.length > 0) return "approver_gone";
  // A voter who made themselves a key of the agent since could now use what they approved.
  for (const { by, soleOperator } of votes) {
    if (soleOperator !== true && !(await isOthers(ctx, request, by))) return "approver_gone";
  }
  return undefined;
}

async function refusalOfGiver(
  ctx: Context,
  request: ApprovedRequest,
  id: PermissionId,
): Promise<GrantRefusal | undefined> {
  const { workspace } = request;
  const permission = await ctx.store.findPermission(workspace, id);
  if (permission === undefined) return "approver_gone";
  const keys = await ctx.people.keys(workspace);
  if (permission.until <= nowOf(ctx)) return "permission_over";
  const isGood =
    asItsKeyLeaves(permission, keys).revokedAt === undefined &&
    deciders(keys).includes(permission.givenBy.principal) &&
    (await isOthers(ctx, request, permission.givenBy)) &&
    (await isGivenInLog(ctx, permission));
  return isGood ? undefined : "approver_gone";
}
