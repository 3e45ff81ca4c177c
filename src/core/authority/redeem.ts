import type { GrantClaims, GrantRecord } from "../../domain/authority/grant.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import { isIssuedBy } from "../../domain/issuer.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRights } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { type ApprovedRequest, wasRevoked } from "../../domain/requests/request.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { GrantRefusal, Redeemed, RedeemInput } from "../../ports/earshot/authority.ts";
import type { Change, GrantConditions } from "../../ports/store/store.ts";
import { findRequest, notFound } from "../call/access.ts";
import {
  type AlreadySo,
  commitCall,
  commitPlanned,
  type PlannedCall,
} from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, earlierResult, onceOf } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { keysOf } from "../deciders/withdrawn-votes.ts";
import { refusalOf } from "../verdict/redeem-check.ts";
import { approvedOf, type Minted, mint } from "./minting.ts";
import { refuseGrant } from "./refuse-grant.ts";

/** A grant and what it was presented for, as far as both were found. */
interface Presented {
  readonly claims: Pick<GrantClaims, "jti" | "digest">;
  readonly request: ApprovedRequest;
  readonly grant: GrantRecord;
  /** Absent for a grant that was collected before. */
  readonly minted?: Minted;
}

/**
 * Uses an approval up for the action about to run: by its grant, or by its request for the agent that
 * sought it. Any difference from what was approved is refused and logged.
 */
export async function redeem(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<RedeemInput>,
): Promise<Redeemed> {
  const isOwn = isByRequest(input);
  requireRights(caller, isOwn ? ["ask", "redeem"] : ["redeem"]);
  // Arguments may be secret, so the call's fingerprint is made with a key.
  const identity = { ...input, args: ctx.vault.commitment("redeem", input.args) };
  const call: CallIdentity = { caller, operation: "redeem", input: identity, options };
  const commitment = {
    thing: "The basis of the approval",
    plan: () => useUp(ctx, call, input),
    replay: () => redeemedBefore(ctx, caller, input),
  };
  // An approval may be too old, or its agent halted, when a lost reply is asked for again.
  return await (isOwn ? commitCall(ctx, call, commitment) : commitPlanned(ctx, commitment));
}

function isByRequest({ grant, request }: RedeemInput): boolean {
  if ((grant === undefined) !== (request === undefined)) return request !== undefined;
  throw new EarshotError(
    "INVALID_INPUT",
    "Give either the grant that was collected, or the request whose approval is used.",
  );
}

async function useUp(
  ctx: Context,
  call: CallIdentity,
  input: RedeemInput,
): Promise<PlannedCall<Redeemed> | AlreadySo<Redeemed>> {
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
    result: request.id,
    done: () => ({ id: grant.id, request, redeemedAt: at }),
  };
}

function consumption(
  ctx: Context,
  call: CallIdentity,
  { request, grant, minted, at, conditions }: Consuming,
): Change {
  const { workspace, id, agent, authorization } = request;
  const once = onceOf(ctx, call, id);
  return {
    workspace,
    ...present({ once }),
    writes: [
      ...(minted === undefined ? [] : [minted.write]),
      { type: "grant.consume", grant, at, while: conditions },
      { type: "mailbox.remove", ref: { workspace, agent, item: id } },
    ],
    events: [
      ...(minted === undefined ? [] : [minted.logged]),
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

interface Consuming extends Presented {
  readonly at: Timestamp;
  readonly conditions: GrantConditions;
}

/** What a call with this key did before, whatever became of the approval since. */
async function redeemedBefore(ctx: Context, caller: Caller, input: RedeemInput): Promise<Redeemed> {
  const { request, grant } = await (input.request === undefined
    ? findByGrant(ctx, caller, input.grant)
    : findUsed(ctx, caller, input.request));
  return { id: grant.id, request, redeemedAt: grant.consumedAt ?? nowOf(ctx) };
}

async function findUsed(
  ctx: Context,
  caller: Caller,
  id: RequestId,
): Promise<Pick<Presented, "request" | "grant">> {
  const request = await findRequest(ctx, caller, id);
  const grant = await ctx.store.findGrant(request.workspace, id);
  if (request.status === "approved" && grant !== undefined) return { request, grant };
  throw notFound("request", id);
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

async function find(ctx: Context, caller: Caller, input: RedeemInput): Promise<Presented> {
  return await (input.request === undefined
    ? findByGrant(ctx, caller, input.grant)
    : findOwn(ctx, caller, input.request));
}

/** With a grant that is made now, unless one was used. It is stored only as it is used up. */
async function findOwn(ctx: Context, caller: Caller, id: RequestId): Promise<Presented> {
  const request = await approvedOf(ctx, caller, id);
  const known = await ctx.store.findGrant(request.workspace, id);
  const presented = (grant: GrantRecord) => ({
    claims: { jti: grant.id, digest: grant.digest },
    request,
    grant,
  });
  if (known?.consumedAt !== undefined) return presented(known);
  const minted = await mint(ctx, request);
  return { ...presented(minted.grant), minted };
}

async function findByGrant(ctx: Context, caller: Caller, token = ""): Promise<Presented> {
  const { workspace, id: who } = caller.principal;
  const fail = (refusal: GrantRefusal, subject: string) =>
    refuseGrant(ctx, caller, { refusal, subject });
  const claims = (await ctx.signer.verify("grant", token)) as unknown as GrantClaims | undefined;
  if (claims?.workspace !== workspace || !isIssuedBy(claims, await ctx.deployment())) {
    throw await fail("not_ours", who);
  }
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
