import { type GrantClaims, type GrantRecord, grantLifeMs } from "../../domain/authority/grant.ts";
import { withPlain } from "../../domain/authority/secret-args.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { GrantId, RequestId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import {
  type ApprovedRequest,
  closerOf,
  type Request,
  wasRevoked,
} from "../../domain/requests/request.ts";
import { type Timestamp, toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { CollectedGrant } from "../../ports/earshot/authority.ts";
import { findRequest, notFound } from "../call/access.ts";
import { commitCall, type PlannedCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import { assertServed } from "../call/served.ts";
import type { Given } from "../call/use-case.ts";
import { expireDue } from "../requests/expire.ts";
import { openSecrets } from "../verdict/open-secrets.ts";
import { standsToday } from "../verdict/redeem-check.ts";
import { refuseGrant } from "./refuse-grant.ts";

/** Mints the grant of an approval for the agent that sought it, and voids an earlier unused one. */
export async function collect(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly id: RequestId }>,
): Promise<CollectedGrant> {
  requireRight(caller, "ask");
  const call: CallIdentity = { caller, operation: "collect", input, options };
  const { id } = input;
  let isAgain = false;
  return await commitCall(ctx, call, {
    thing: `The basis of the approval of ${id}`,
    async plan() {
      if (isAgain) throw await whyNot(ctx, caller, id);
      isAgain = true;
      return await minting(ctx, caller, id);
    },
    replay: (grant) => again(ctx, caller, { id, grant: grant as GrantId }),
  });
}

async function minting(
  ctx: Context,
  caller: Caller,
  id: RequestId,
): Promise<PlannedCall<CollectedGrant>> {
  const request = await approvedOf(ctx, caller, id);
  const plain = withPlain(request.authorization.action.args, await openSecrets(ctx, request));
  // A redemption would refuse it, so refuse now: a grant would read as a yes.
  const refusal = await standsToday(ctx, request, plain);
  if (refusal !== undefined) throw await refuseGrant(ctx, caller, { refusal, subject: id });
  const mintedAt = nowOf(ctx);
  const { workspace, agent, authorization } = request;
  const { digest, demand } = authorization;
  const longest = toTimestamp(toMs(mintedAt) + grantLifeMs(demand.level));
  const expiresAt = await endOf(ctx, request, longest);
  const grant: GrantRecord = {
    id: ctx.ids.next("grt"),
    workspace,
    request: id,
    agent,
    digest,
    mintedAt,
    expiresAt,
  };
  return {
    done: () => signed(ctx, request, grant),
    result: grant.id,
    change: {
      workspace,
      writes: [{ type: "grant.put", grant }],
      events: [
        {
          type: "grant.minted",
          at: mintedAt,
          actor: agent,
          subject: id,
          agent,
          data: { digest, grant: grant.id },
        },
      ],
    },
  };
}

/** A grant ends with the standing permission it rests on. */
async function endOf(
  ctx: Context,
  { workspace, basis }: ApprovedRequest,
  longest: Timestamp,
): Promise<Timestamp> {
  if (basis.kind !== "permission") return longest;
  const { until = longest } = (await ctx.store.findPermission(workspace, basis.permission)) ?? {};
  return until < longest ? until : longest;
}

/** The same grant again: it is signed once more and comes out identical. */
async function again(
  ctx: Context,
  caller: Caller,
  { id, grant }: { id: RequestId; grant: GrantId },
): Promise<CollectedGrant> {
  const request = await findRequest(ctx, caller, id);
  const known = await ctx.store.findGrant(request.workspace, id);
  if (request.status !== "approved" || known?.id !== grant) {
    throw new EarshotError(
      "GRANT_REFUSED",
      `The grant ${grant} of ${id} was replaced by a later one. Collect it again.`,
      { details: { id, reason: "replaced" } },
    );
  }
  return await signed(ctx, request, known);
}

async function signed(
  ctx: Context,
  request: ApprovedRequest,
  grant: GrantRecord,
): Promise<CollectedGrant> {
  const { action, digest, demand, edit } = request.authorization;
  const claims: GrantClaims = {
    iss: "earshot",
    jti: grant.id,
    sub: grant.agent,
    workspace: grant.workspace,
    request: request.id,
    tool: action.tool,
    level: demand.level,
    digest,
    iat: Math.floor(toMs(grant.mintedAt) / 1_000),
    exp: Math.floor(toMs(grant.expiresAt) / 1_000),
  };
  return {
    grant: await ctx.signer.sign("grant", claims as unknown as JsonObject),
    id: grant.id,
    expiresAt: grant.expiresAt,
    digest,
    tool: action.tool,
    args: withPlain(action.args, await openSecrets(ctx, request)),
    ...present({ patch: edit?.patch }),
  };
}

async function approvedOf(ctx: Context, caller: Caller, id: RequestId): Promise<ApprovedRequest> {
  const now = nowOf(ctx);
  const request = await expireDue(ctx, await findRequest(ctx, caller, id), now);
  // A grant belongs to the agent alone. An operator who may see the request gets none.
  if (request.agent !== caller.principal.id) throw notFound("request", id);
  // A call let in just before its agent was halted must not leave with a grant.
  const agent = await ctx.people.find(request.workspace, request.agent);
  if (agent !== undefined) assertServed(agent);
  if (request.status !== "approved") throw notApproved(request);
  const { collectBy, erasedAt } = request;
  if (erasedAt !== undefined || collectBy <= now) {
    const why =
      erasedAt === undefined
        ? `could be collected until ${collectBy}, and is too old now`
        : `was erased at ${erasedAt}, and nothing runs by it any more`;
    throw new EarshotError("NOT_APPROVED", `The approval of ${id} ${why}. Seek it again.`, {
      details: { id, outcome: "too_old" },
    });
  }
  return request;
}

function notApproved(request: Request): EarshotError {
  const { id, status } = request;
  if (request.kind === "question") {
    return new EarshotError("INVALID_INPUT", `Request ${id} is a question: there is no grant.`);
  }
  const outcome = status === "open" ? "pending" : status;
  const why = request.status === "rejected" ? request.reason : undefined;
  const next =
    status === "open" ? `Wait for it: npx earshot wait ${id}.` : "The action must not run.";
  const became = wasRevoked(request)
    ? `The approval of ${id} was taken back${byWhom(request)}`
    : `Request ${id} is ${outcome}`;
  const told = why === undefined ? became : `${became}: ${why}`;
  return new EarshotError("NOT_APPROVED", `${told}${/[.!?]$/.test(told) ? "" : "."} ${next}`, {
    details: { id, outcome, ...present({ reason: why }) },
  });
}

function byWhom(request: Request): string {
  const by = request.status === "rejected" ? closerOf(request) : undefined;
  return by === undefined ? "" : ` by ${by.name} via ${by.via}`;
}

/**
 * Why the store refused the grant: the agent was halted meanwhile, or the earlier grant was used.
 */
async function whyNot(ctx: Context, caller: Caller, id: RequestId): Promise<EarshotError> {
  const { workspace } = await approvedOf(ctx, caller, id);
  const known = await ctx.store.findGrant(workspace, id);
  if (known?.consumedAt !== undefined) return used(id);
  return new EarshotError(
    "CONFLICT",
    `The basis of the approval of ${id} has just changed; no grant was made, and none was used. Collect it again.`,
    { details: { id } },
  );
}

function used(id: RequestId): EarshotError {
  return new EarshotError(
    "GRANT_REFUSED",
    `The approval of ${id} has been used: the action may have run, and runs once. Seek another approval to run it again.`,
    { details: { id, reason: "used" } },
  );
}
