import { type GrantRecord, grantLifeMs } from "../../domain/authority/grant.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import {
  type ApprovedRequest,
  closerOf,
  type Request,
  wasRevoked,
} from "../../domain/requests/request.ts";
import { type Timestamp, toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import { findRequest, notFound } from "../call/access.ts";
import { type Context, nowOf } from "../call/context.ts";
import { assertServed } from "../call/served.ts";
import { expireDue } from "../requests/expire.ts";

/** A new grant for an approval, with the write and the event that make it the only one. */
export interface Minted {
  readonly grant: GrantRecord;
  readonly write: Write;
  readonly logged: EventDraft;
}

/** Voids an earlier grant that was not used. */
export async function mint(ctx: Context, request: ApprovedRequest): Promise<Minted> {
  const mintedAt = nowOf(ctx);
  const { id, workspace, agent, authorization } = request;
  const { digest, demand } = authorization;
  const longest = toTimestamp(toMs(mintedAt) + grantLifeMs(demand.level));
  const expiresAt = await endOf(ctx, request, longest);
  const grant = {
    id: ctx.ids.next("grt"),
    workspace,
    request: id,
    agent,
    digest,
    mintedAt,
    expiresAt,
  };
  const data = { digest, grant: grant.id };
  return {
    grant,
    write: { type: "grant.put", grant },
    logged: { type: "grant.minted", at: mintedAt, actor: agent, subject: id, agent, data },
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

/** The agent's own approval, if a grant can be had for it now. */
export async function approvedOf(
  ctx: Context,
  caller: Caller,
  id: RequestId,
): Promise<ApprovedRequest> {
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
  const isInstead = status === "responded";
  const became = wasRevoked(request)
    ? `The approval of ${id} was taken back${byWhom(request)}`
    : isInstead
      ? `Request ${id} was answered in place of the tool${byWhom(request)}`
      : `Request ${id} is ${outcome}`;
  const told = why === undefined ? became : `${became}: ${why}`;
  return new EarshotError("NOT_APPROVED", `${told}${/[.!?]$/.test(told) ? "" : "."} ${next}`, {
    details: { id, outcome, ...present({ reason: why }) },
  });
}

function byWhom(request: Request): string {
  const isTold = request.status === "rejected" || request.status === "responded";
  const by = isTold ? closerOf(request) : undefined;
  return by === undefined ? "" : ` by ${by.name} via ${by.via}`;
}
