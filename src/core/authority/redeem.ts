import type { GrantClaims, GrantRecord } from "../../domain/authority/grant.ts";
import { EarshotError, type ErrorCode, isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import { isIssuedBy } from "../../domain/issuer.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRights } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { type ApprovedRequest, type Request, wasRevoked } from "../../domain/requests/request.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { GrantRefusal, Redeemed, RedeemInput } from "../../ports/earshot/authority.ts";
import type { Change, GrantConditions } from "../../ports/store/store.ts";
import { actorOf, findRequest, notFound } from "../call/access.ts";
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
import { byDigests } from "../evidence/bind-evidence.ts";
import { assertNotSetBack } from "../log/set-back.ts";
import { liveDigest, refusalOf } from "../verdict/redeem-check.ts";
import { approvedOf, type Minted, mint } from "./minting.ts";
import { logRefusedGrant, refuseGrant, type Tried } from "./refuse-grant.ts";

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
  // Arguments may be secret, so the call's fingerprint is made with a key.
  const identity = {
    ...input,
    args: ctx.vault.commitment("redeem", input.args),
    ...present({ evidence: byDigests(ctx, input.evidence) }),
  };
  const call: CallIdentity = { caller, operation: "redeem", input: identity, options };
  let isAgain = false;
  const commitment = {
    thing: "The basis of the approval",
    async plan() {
      // The commit refuses it. Only then is it read why: it is rare, and every redemption would pay.
      if (isAgain) await assertNotSetBack(ctx, caller.principal.workspace);
      isAgain = true;
      return await useUp(ctx, call, input);
    },
    replay: () => redeemedBefore(ctx, call, input),
  };
  try {
    requireRights(caller, isOwn ? ["ask", "redeem"] : ["redeem"]);
    // An approval may be too old, or its agent halted, when a lost reply is asked for again.
    return await (isOwn ? commitCall(ctx, call, commitment) : commitPlanned(ctx, commitment));
  } catch (error) {
    if (isEarshotError(error)) await logAttempt(ctx, call, { input, code: error.code });
    throw error;
  }
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
  const presented = await find(ctx, call, input);
  const { request, grant } = presented;
  const at = nowOf(ctx);
  // Taken before the checks, so the commit notices any change in between.
  const conditions = await conditionsOf(ctx, request);
  const refusal = await refusalOf(ctx, { ...presented, input, at });
  if (refusal !== undefined) {
    const tried = triedOf(ctx, call, { input, ...presented });
    return { alreadySo: await orDoneEarlier(ctx, call, { ...presented, refusal, tried }) };
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
async function redeemedBefore(
  ctx: Context,
  call: CallIdentity,
  input: RedeemInput,
): Promise<Redeemed> {
  const { request, grant } = await (input.request === undefined
    ? findByGrant(ctx, call, input)
    : findUsed(ctx, call.caller, input.request));
  const redeemedAt = grant.consumedAt ?? nowOf(ctx);
  return { id: grant.id, request, redeemedAt, repeated: true };
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
  { request, grant, refusal, tried }: Refusing,
): Promise<Redeemed> {
  const { consumedAt } = grant;
  if (consumedAt !== undefined && (await earlierResult(ctx, call)) !== undefined) {
    return { id: grant.id, request, redeemedAt: consumedAt, repeated: true };
  }
  throw await refuseGrant(ctx, call.caller, { refusal, subject: request.id, tried });
}

interface Refusing extends Presented {
  readonly refusal: GrantRefusal;
  readonly tried: Tried;
}

interface Trying {
  readonly input: RedeemInput;
  readonly claims?: Presented["claims"] | undefined;
  readonly request?: Request | undefined;
}

/** Without a known request there is no nonce, so a key keeps the digest from giving the arguments away. */
function triedOf(
  ctx: Context,
  { caller, options }: CallIdentity,
  { input, claims, request }: Trying,
): Tried {
  const { tool, args } = input;
  const live =
    request?.kind === "authorization" && request.erasedAt === undefined
      ? liveDigest(ctx, { request, input })
      : undefined;
  return {
    digest: live ?? ctx.vault.commitment("refused", [tool, args]),
    tool,
    via: actorOf(caller, options?.via).via,
    grant: claims?.jti,
    agent: request?.agent,
  };
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

async function find(ctx: Context, call: CallIdentity, input: RedeemInput): Promise<Presented> {
  return await (input.request === undefined
    ? findByGrant(ctx, call, input)
    : findOwn(ctx, call.caller, input.request));
}

/** What was wrong with an attempt that came to no grant. A refused grant is logged where it is found. */
const WITHOUT_GRANT: Partial<Record<ErrorCode, string>> = {
  NOT_APPROVED: "not_approved",
  NOT_FOUND: "unknown",
  NOT_ALLOWED: "not_allowed",
  KEY_REUSED: "key_reused",
};

async function logAttempt(
  ctx: Context,
  call: CallIdentity,
  { input, code }: { readonly input: RedeemInput; readonly code: ErrorCode },
): Promise<void> {
  const error = WITHOUT_GRANT[code];
  if (error === undefined) return;
  const { id: who, workspace } = call.caller.principal;
  const claims = await claimsOf(ctx, input);
  const known = input.request ?? (claims?.workspace === workspace ? claims.request : undefined);
  // Another agent's request is as unknown as one that never was.
  const id = code === "NOT_FOUND" ? undefined : known;
  const request = id === undefined ? undefined : await ctx.store.findRequest(workspace, id);
  const tried = triedOf(ctx, call, { input, claims, request });
  await logRefusedGrant(ctx, call.caller, { error, subject: request?.id ?? who, tried });
}

async function claimsOf(ctx: Context, { grant }: RedeemInput): Promise<GrantClaims | undefined> {
  if (grant === undefined) return undefined;
  return (await ctx.signer.verify("grant", grant)) as unknown as GrantClaims | undefined;
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

async function findByGrant(
  ctx: Context,
  call: CallIdentity,
  input: RedeemInput,
): Promise<Presented> {
  const { caller } = call;
  const { workspace, id: who } = caller.principal;
  const claims = await claimsOf(ctx, input);
  const fail = (refusal: GrantRefusal, subject: string, request?: Request) =>
    refuseGrant(ctx, caller, {
      refusal,
      subject,
      tried: triedOf(ctx, call, { input, claims, request }),
    });
  if (claims?.workspace !== workspace || !isIssuedBy(claims, await ctx.deployment())) {
    throw await fail("not_ours", who);
  }
  if (caller.principal.kind === "agent" && claims.sub !== who) {
    throw await fail("other_agent", who);
  }
  const request = await ctx.store.findRequest(workspace, claims.request);
  if (request !== undefined && wasRevoked(request))
    throw await fail("revoked", request.id, request);
  if (request?.status !== "approved") throw await fail("unknown", claims.request, request);
  const grant = await ctx.store.findGrant(workspace, request.id);
  if (grant === undefined) throw await fail("unknown", request.id, request);
  return { claims, request, grant };
}
