import type { ApprovalUse } from "../../domain/authority/approval-over.ts";
import { isApprover } from "../../domain/authority/authorization.ts";
import type { GrantRecord } from "../../domain/authority/grant.ts";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { MAX_REASON_BYTES } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type {
  ApprovedRequest,
  AuthorizationRequest,
  Request,
  Shown,
} from "../../domain/requests/request.ts";
import type { Actor } from "../../domain/surface.ts";
import { checkNotBlank, checkText } from "../../domain/text.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { RevokeInput } from "../../ports/earshot/authority.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { Write } from "../../ports/store/store.ts";
import { actorOf } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { handFacts, handOf } from "../deciders/hands.ts";
import { wordsOf } from "../log/words-of.ts";
import { type ChangePlan, changeRequest } from "../requests/change-request.ts";
import { useOf, withUse } from "../verdict/approval-use.ts";
import { logRefusal } from "./approve.ts";

/**
 * Takes an approval back: one's own vote while the request is open, or the whole approval while its
 * grant is unused. Of a revocation and a redemption, one wins.
 */
export async function revoke(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<RevokeInput>,
): Promise<AuthorizationRequest> {
  requireRight(caller, "decide");
  const { id, reason } = input;
  if (reason !== undefined) {
    checkNotBlank(reason, "reason");
    checkText(reason, "reason", MAX_REASON_BYTES);
  }
  const call = { caller, operation: "revoke", input, options };
  try {
    const plan = (request: Request, at: Timestamp) =>
      planRevocation(ctx, caller, { request, input, options, at });
    return (await changeRequest(ctx, call, { id, plan })) as AuthorizationRequest;
  } catch (error) {
    const tried = { id, does: "revoke" } as const;
    if (isEarshotError(error, "NOT_ALLOWED")) {
      await logRefusal(ctx, caller, { tried, error, options });
    }
    throw error;
  }
}

interface Revoking {
  readonly request: Request;
  readonly input: RevokeInput;
  readonly options: CallOptions | undefined;
  readonly at: Timestamp;
}

async function planRevocation(
  ctx: Context,
  caller: Caller,
  { request, input, options, at }: Revoking,
): Promise<ChangePlan> {
  const { reason } = input;
  const by = actorOf(caller, options?.via);
  if (request.kind !== "authorization" || request.status !== "approved") {
    assertNoReason(request, reason);
    return { event: { type: "revoke", by }, logged: (next) => voteRevoked(next, by.via) };
  }
  assertMayRevoke(caller, request);
  return await approvalRevoked(ctx, caller, { request, by, at, reason });
}

/** Takes the whole approval back. Throws REQUEST_CLOSED if it was used or its time is over. */
export async function approvalRevoked(
  ctx: Context,
  { key }: Pick<Caller, "key">,
  { request, by, at, reason }: Taking & { readonly request: ApprovedRequest },
): Promise<ChangePlan> {
  const { writes, grant } = await revocation(ctx, request, at);
  const { digest } = request.authorization;
  const hand = handFacts(key, await handOf(ctx, request.workspace, key));
  return {
    event: { type: "revoke", by, ...present({ reason }) },
    logged: ({ salt }) => ({
      type: "request.revoked",
      data: { digest, via: by.via, grant, ...hand, ...wordsOf(ctx, { salt, reason }) },
    }),
    writes: () => writes,
  };
}

interface Taking {
  readonly by: Actor;
  readonly at: Timestamp;
  readonly reason: string | undefined;
}

/** While a request is open nobody would be told the reason, so the words would be lost. */
function assertNoReason({ id, status }: Request, reason: string | undefined): void {
  if (status !== "open" || reason === undefined) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `${id} is open, so nobody would be told why a vote on it is taken back. Leave the reason out, or reject it with one.`,
    { details: { id } },
  );
}

function voteRevoked(next: Request, via: string): ReturnType<ChangePlan["logged"]> {
  if (next.kind !== "authorization") return { type: "request.decision_refused" };
  const { digest, demand } = next.authorization;
  return {
    type: "request.vote_revoked",
    data: { digest, via, level: demand.level, rule: demand.rule },
  };
}

/** People who may decide it, people who approved it, and owners: anybody who could have said no. */
export function mayRevoke(
  { principal }: Pick<Caller, "principal">,
  { authorization: { demand, votes } }: Shown<AuthorizationRequest>,
): boolean {
  if (principal.kind !== "person") return false;
  const hasVoted = votes.some(({ by }) => by.principal === principal.id);
  return hasVoted || principal.role === "owner" || isApprover(demand, principal);
}

function assertMayRevoke(caller: Caller, request: ApprovedRequest): void {
  if (mayRevoke(caller, request)) return;
  const { id, authorization } = request;
  throw new EarshotError(
    "NOT_ALLOWED",
    `${caller.principal.name} may not take back the approval of ${id}: the rule "${authorization.demand.rule}" names others. Ask one of them, or an owner.`,
    { details: { id, reason: "not_an_approver" } },
  );
}

/**
 * Voids an approval in the commit that takes it back: a used-up grant replaces the one that was, or
 * could be, collected. Throws REQUEST_CLOSED if nothing is left to take back.
 */
async function revocation(
  ctx: Context,
  request: ApprovedRequest,
  at: Timestamp,
): Promise<{ readonly writes: readonly Write[]; readonly grant: GrantRecord["id"] }> {
  const { workspace, agent, id, authorization } = request;
  const use = useOf(request, await ctx.store.findGrant(workspace, id));
  assertUsable(request, use.usedAt === undefined ? use : await withUse(ctx, request), at);
  const times = { mintedAt: at, expiresAt: at, consumedAt: at };
  const grant: GrantRecord = {
    id: ctx.ids.next("grt"),
    workspace,
    request: id,
    agent,
    digest: authorization.digest,
    ...times,
  };
  const isTold = (await ctx.store.readyItems({ workspace, agent }, [id])).length > 0;
  return {
    grant: grant.id,
    writes: [
      { type: "grant.void", grant },
      // An agent that acknowledged the approval is told again; otherwise it finds this in its
      // place.
      isTold
        ? { type: "mailbox.ready", ref: { workspace, agent, item: id }, readyAt: at }
        : { type: "mailbox.put", entry: { workspace, agent, item: id, readyAt: at } },
    ],
  };
}

function assertUsable(
  { id, closedAt, erasedAt }: ApprovedRequest,
  { usedAt, usableUntil = closedAt, over }: ApprovalUse,
  at: Timestamp,
): void {
  if (usedAt === undefined && usableUntil > at) return;
  const ended =
    over === "voided"
      ? `was made void at ${usableUntil}, when the record was restored or went back`
      : erasedAt === undefined
        ? `could be used until ${usableUntil} and was not`
        : `was erased at ${erasedAt} before it was used`;
  const told =
    usedAt === undefined
      ? `The approval of ${id} ${ended}: nothing runs by it any more, and there is nothing to take back.`
      : `The approval of ${id} was used at ${usedAt}: the action may have run, and cannot be taken back.`;
  const use = usedAt === undefined ? { usableUntil } : { usedAt };
  throw new EarshotError("REQUEST_CLOSED", told, { details: { id, status: "approved", ...use } });
}
