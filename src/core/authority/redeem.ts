import type { GrantClaims, GrantRecord } from "../../domain/authority/grant.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { type ApprovedRequest, wasRevoked } from "../../domain/requests/request.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { GrantRefusal, Redeemed, RedeemInput } from "../../ports/earshot/authority.ts";
import type { Change, GrantConditions } from "../../ports/store/store.ts";
import { type AlreadySo, commitPlanned, type Planned } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, earlierResult, onceOf } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { keysOf } from "../deciders/withdrawn-votes.ts";
import { refusalOf } from "../verdict/redeem-check.ts";
import { refuseGrant } from "./refuse-grant.ts";

/** A grant and what it was presented for, as far as both were found. */
interface Presented {
  readonly claims: GrantClaims;
  readonly request: ApprovedRequest;
  readonly grant: GrantRecord;
}

/**
 * Uses a grant up for the action about to run. Any difference from what was approved is refused and
 * logged.
 */
export async function redeem(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<RedeemInput>,
): Promise<Redeemed> {
  requireRight(caller, "redeem");
  // Arguments may be secret, so the call's fingerprint is made with a key.
  const identity = { ...input, args: ctx.vault.commitment("redeem", input.args) };
  const call: CallIdentity = { caller, operation: "redeem", input: identity, options };
  return await commitPlanned(ctx, {
    thing: "The basis of the approval",
    plan: () => useUp(ctx, call, input),
    async replay() {
      const { request, grant } = await find(ctx, caller, input);
      return { id: grant.id, request, redeemedAt: grant.consumedAt ?? nowOf(ctx) };
    },
  });
}

async function useUp(
  ctx: Context,
  call: CallIdentity,
  input: RedeemInput,
): Promise<Planned<Redeemed> | AlreadySo<Redeemed>> {
  const presented = await find(ctx, call.caller, input);
  const { request, grant } = presented;
  const at = nowOf(ctx);
  // Taken before the checks, so the commit notices any change in between.
  const conditions = await conditionsOf(ctx, request);
  const refusal = await refusalOf(ctx, { ...presented, input, at });
  if (refusal !== undefined) {
    return { alreadySo: await orDoneEarlier(ctx, call, { ...presented, refusal }) };
  }
  return {
    change: consumption(ctx, call, { ...presented, at, conditions }),
    done: () => ({ id: grant.id, request, redeemedAt: at }),
  };
}

function consumption(
  ctx: Context,
  call: CallIdentity,
  { request, grant, at, conditions }: Presented & { at: Timestamp; conditions: GrantConditions },
): Change {
  const { workspace, id, agent, authorization } = request;
  const once = onceOf(ctx, call, id);
  return {
    workspace,
    ...present({ once }),
    writes: [
      { type: "grant.consume", grant, at, while: conditions },
      { type: "mailbox.remove", ref: { workspace, agent, item: id } },
    ],
    events: [
      {
        type: "grant.redeemed",
        at,
        actor: call.caller.principal.id,
        subject: id,
        agent,
        data: { digest: authorization.digest, grant: grant.id },
      },
    ],
  };
}

/** The result of an earlier call with this key; throws the refusal if there was none. */
async function orDoneEarlier(
  ctx: Context,
  call: CallIdentity,
  { request, grant, refusal }: Presented & { readonly refusal: GrantRefusal },
): Promise<Redeemed> {
  const { consumedAt } = grant;
  if (consumedAt !== undefined && (await earlierResult(ctx, call)) !== undefined) {
    return { id: grant.id, request, redeemedAt: consumedAt };
  }
  throw await refuseGrant(ctx, call.caller, { refusal, subject: request.id });
}

/** What the approval was checked against. If it differs at the commit, the check is repeated. */
async function conditionsOf(ctx: Context, request: ApprovedRequest): Promise<GrantConditions> {
  const { workspace, agent, basis, authorization } = request;
  const { stored } = await ctx.policies.of(workspace);
  const conditions = { ...present({ revision: stored?.revision }), agent };
  if (basis.kind !== "permission") return { ...conditions, keys: keysOf(authorization.votes) };
  const permission = await ctx.store.findPermission(workspace, basis.permission);
  const keys = keysOf(permission === undefined ? [] : [permission]);
  return { ...conditions, keys, permission: basis.permission };
}

async function find(
  ctx: Context,
  caller: Caller,
  { grant: token }: RedeemInput,
): Promise<Presented> {
  const { workspace, id: who } = caller.principal;
  const fail = (refusal: GrantRefusal, subject: string) =>
    refuseGrant(ctx, caller, { refusal, subject });
  const claims = (await ctx.signer.verify("grant", token)) as unknown as GrantClaims | undefined;
  if (claims === undefined || claims.workspace !== workspace) throw await fail("not_ours", who);
  if (caller.principal.kind === "agent" && claims.sub !== who) {
    throw await fail("other_agent", who);
  }
  const request = await ctx.store.findRequest(workspace, claims.request);
  if (request !== undefined && wasRevoked(request)) throw await fail("revoked", request.id);
  if (request?.status !== "approved") throw await fail("unknown", claims.request);
  const grant = await ctx.store.findGrant(workspace, request.id);
  if (grant === undefined) throw await fail("unknown", request.id);
  return { claims, request, grant };
}
