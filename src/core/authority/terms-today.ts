import { isAtLeast } from "../../domain/authority/action.ts";
import {
  type Authorization,
  countsFrom,
  type Demand,
  isActedFor,
  isApprover,
} from "../../domain/authority/authorization.ts";
import { type Fits, fitsOf } from "../../domain/authority/places.ts";
import { withPlain } from "../../domain/authority/secret-args.ts";
import type { PrincipalId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { OpenAuthorization } from "../../domain/requests/request.ts";
import { isSameTerms, onTerms, type Terms } from "../../domain/requests/terms.ts";
import type { Context } from "../call/context.ts";
import { isCountedHand } from "../deciders/hands.ts";
import { isOthers } from "../deciders/may-decide.ts";
import { isOwnEdit } from "../deciders/own-edits.ts";
import { personNamed } from "../deciders/resolve-names.ts";
import { withdrawnOf } from "../deciders/withdrawn-votes.ts";
import { askPolicy, type PolicyAnswer, soughtFor } from "../verdict/ask-policy.ts";
import { withEditsToday } from "../verdict/edits-today.ts";
import { openSecrets } from "../verdict/open-secrets.ts";
import { saysEnough } from "./vote-words.ts";

/** An open authorization under today's policy. */
export interface Today {
  /** With today's demand, and without votes that no longer count. */
  readonly request: OpenAuthorization;
  readonly terms: Terms;
  /** Whether the terms differ from those it was asked or last voted under. */
  readonly isChanged: boolean;
  /**
   * People whose votes no longer count: they may not decide now, or today's policy requires more
   * proof than they gave.
   */
  readonly withdrawn: readonly PrincipalId[];
  /** Revision of the policy that was asked; undefined if none is stored. */
  readonly revision: string | undefined;
  /** The rule that denies it now, so nothing can approve it. */
  readonly deniedBy?: string;
}

/**
 * Checks an open authorization against today's policy, keys and people. Every vote is counted this
 * way, so a redemption accepts whatever was reported as approved.
 */
export async function termsToday(ctx: Context, request: OpenAuthorization): Promise<Today> {
  const { workspace, authorization } = request;
  const { demand } = authorization;
  const { stored } = await ctx.policies.of(workspace);
  const answer = await answerToday(ctx, request);
  const { outcome, demand: wanted } = answer.verdict;
  const now = await withEditsToday(ctx, request, demandToday(authorization, answer));
  const fits = await fitsToday(ctx, request, now);
  const terms = { demand: now, to: await askedToday(ctx, request, now), ...present({ fits }) };
  const withdrawn = await withdrawnToday(ctx, request, now);
  return {
    request: onTerms(request, terms, withdrawn),
    terms,
    isChanged: !isSameTerms({ demand, to: request.to }, terms),
    withdrawn,
    revision: stored?.revision,
    ...present({ deniedBy: outcome === "deny" ? wanted.rule : undefined }),
  };
}

async function answerToday(ctx: Context, request: OpenAuthorization): Promise<PolicyAnswer> {
  const { args } = request.authorization.action;
  const plain: JsonObject = withPlain(args, await openSecrets(ctx, request));
  return await askPolicy(ctx, soughtFor(request, plain));
}

/**
 * The level is bound into the digest, so it never falls, and the original expiry stays. If today's
 * policy would allow it outright, one approver is still needed, because people were asked.
 */
function demandToday(
  { demand: asked, action }: Authorization,
  { verdict: { outcome, demand }, revision }: PolicyAnswer,
): Demand {
  if (outcome === "deny") return asked;
  if (outcome === "allow") {
    const { wanted: _, ...anybody } = asked;
    return { ...anybody, quorum: 1 };
  }
  const level = isAtLeast(demand.level, action.level) ? demand.level : action.level;
  const later = revision === action.policyVersion ? {} : { revision };
  return { ...demand, expiresInMs: asked.expiresInMs, level, ...later };
}

/**
 * People whom a rule alone names are asked. The agent's choice holds while enough of them may
 * decide; otherwise nobody ever could. It never holds where the rule has a list.
 */
async function askedToday(
  ctx: Context,
  { workspace, to, authorization }: OpenAuthorization,
  now: Demand,
): Promise<readonly string[]> {
  const isOfTheRule = isSame(to, soleNames(authorization.demand));
  if (to.length === 0 || isOfTheRule || now.wanted !== undefined) return soleNames(now);
  const today = { workspace, authorization: { ...authorization, demand: now } };
  let able = 0;
  for (const name of to) {
    const person = await personNamed(ctx, workspace, name);
    if (person === undefined || !isApprover(now, person)) continue;
    // The author of a wider edit may be asked, and their approval does not count.
    if (person.id === undefined || !(await isOwnEdit(ctx, today, person.id))) able += 1;
  }
  return able < now.quorum ? soleNames(now) : to;
}

/** If only certain people may decide, they are the ones asked. */
export function soleNames({ approvers }: Demand): readonly string[] {
  return approvers.roles.length === 0 ? approvers.names : [];
}

/** Which entries of a list those who have voted could meet today. */
async function fitsToday(
  ctx: Context,
  { workspace, authorization }: OpenAuthorization,
  now: Demand,
): Promise<Terms["fits"]> {
  if (now.wanted === undefined) return authorization.demand.wanted === undefined ? undefined : {};
  const fits: Record<PrincipalId, Fits> = {};
  for (const { by } of authorization.votes) {
    const person = await ctx.people.find(workspace, by.principal);
    fits[by.principal] = (person?.kind === "person" ? fitsOf(now, person) : undefined) ?? [];
  }
  return fits;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name));
}

async function withdrawnToday(
  ctx: Context,
  request: OpenAuthorization,
  now: Demand,
): Promise<readonly PrincipalId[]> {
  const { workspace, authorization } = request;
  const { votes, demand } = authorization;
  const gone = withdrawnOf(votes, await ctx.people.keys(workspace));
  const isHigher = !isAtLeast(demand.level, now.level);
  const today = { workspace, authorization: { ...authorization, demand: now } };
  const from = countsFrom(request, now);
  const withdrawn: PrincipalId[] = [];
  for (const vote of votes) {
    const { by, steppedUp, soleOperator } = vote;
    const person = await ctx.people.find(workspace, by.principal);
    const counts =
      !gone.includes(by.principal) &&
      (soleOperator === true || (await isOthers(ctx, request, by))) &&
      person !== undefined &&
      isApprover(now, person) &&
      !isActedFor(authorization, now, person.name) &&
      (from === undefined || vote.at >= from) &&
      (await saysEnough(ctx, now, vote)) &&
      !isHigher &&
      (soleOperator === true || !(await isOwnEdit(ctx, today, person.id))) &&
      (steppedUp === true || !now.stepUp) &&
      (await isCountedHand(ctx, now, { workspace, ...vote }));
    if (!counts) withdrawn.push(by.principal);
  }
  return withdrawn;
}

/** Whether somebody who was not asked before may have to decide. */
export function asksOthers(before: OpenAuthorization, { terms }: Today): boolean {
  const { names, roles } = before.authorization.demand.approvers;
  const now = terms.demand.approvers;
  return (
    now.names.some((name) => !names.includes(name)) ||
    now.roles.some((role) => !roles.includes(role)) ||
    (before.to.length > 0 &&
      (terms.to.length === 0 || terms.to.some((n) => !before.to.includes(n))))
  );
}
