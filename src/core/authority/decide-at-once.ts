import { grantLifeMs } from "../../domain/authority/grant.ts";
import type { GrantId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import { present } from "../../domain/present.ts";
import type { AuthorizationRequest } from "../../domain/requests/request.ts";
import { type RequestEvent, transition } from "../../domain/requests/request-machine.ts";
import { type Timestamp, toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { keysOf } from "../deciders/withdrawn-votes.ts";
import { wordsOf } from "../log/words-of.ts";
import type { Draft } from "./draft-authorization.ts";
import { type Covering, findCovering } from "./find-permission.ts";
import { findRejecting, reasonOfRejecting } from "./standing-rejections.ts";

/** A request that was decided as it was made, with the writes and events that say so. */
export interface DecidedAtOnce {
  readonly request: AuthorizationRequest;
  readonly writes: readonly Write[];
  readonly events: readonly EventDraft[];
  readonly redeemed?: { readonly id: GrantId; readonly args: JsonObject };
}

type SettleEvent = Extract<RequestEvent, { type: "settle" }>;

/** Decides by policy, standing rejection or standing permission. Undefined when people must decide. */
export async function decideAtOnce(
  ctx: Context,
  draft: Draft,
  { redeems }: { readonly redeems: boolean },
): Promise<DecidedAtOnce | undefined> {
  const { verdict, request } = draft;
  if (verdict.outcome === "deny") return rejection(ctx, draft);
  // Checked before rules and permissions: what a person rejected must not be allowed behind their
  // back.
  const rejecting = await findRejecting(ctx, draft);
  if (rejecting !== undefined) return await rejectionBy(ctx, draft, rejecting);
  // The rule or the person had the tools in mind that there were, not a changed or a new one.
  const { toolChanged, toolNew } = request.authorization;
  if (toolChanged === true || toolNew === true) return undefined;
  if (verdict.outcome === "allow") {
    const basis = { kind: "rule", rule: verdict.demand.rule } as const;
    return approval(ctx, draft, { event: { type: "settle", outcome: "approved", basis }, redeems });
  }
  const covering = await findCovering(ctx, draft);
  if (covering === undefined) return undefined;
  const { permission } = covering;
  return used(approvalBy(ctx, draft, { permission, redeems }), covering);
}

function rejection(ctx: Context, { request, verdict }: Draft): DecidedAtOnce {
  const { rule, why } = verdict.demand;
  const { salt } = request;
  const event: SettleEvent = {
    type: "settle",
    outcome: "rejected",
    basis: { kind: "rule", rule },
    ...present({ reason: why }),
  };
  const rejected = transition(request, event, request.createdAt) as AuthorizationRequest;
  const { digest, action } = request.authorization;
  const words = wordsOf(ctx, { salt, reason: why });
  const revision = action.policyVersion;
  const logged = eventOf(rejected, "request.rejected", { digest, rule, revision, ...words });
  return { request: rejected, writes: [], events: [logged] };
}

/** A person rejected it in advance; counted like the use of a permission. */
async function rejectionBy(
  ctx: Context,
  { request }: Draft,
  permission: Permission,
): Promise<DecidedAtOnce> {
  const { id, uses, givenBy: by } = permission;
  const reason = await reasonOfRejecting(ctx, permission);
  const basis = { kind: "permission", permission: id } as const;
  const event: SettleEvent = { type: "settle", outcome: "rejected", basis, by, reason };
  const rejected = transition(request, event, request.createdAt) as AuthorizationRequest;
  const { digest, demand, action } = request.authorization;
  const words = wordsOf(ctx, { salt: request.salt, reason });
  const grounds = { digest, rule: demand.rule, revision: action.policyVersion };
  return {
    request: rejected,
    writes: [
      { type: "ground.holds", keys: keysOf([permission]) },
      { type: "permission.use", id, uses },
    ],
    events: [
      eventOf(rejected, "request.rejected", { ...grounds, ...words }),
      eventOf(rejected, "permission.used", { digest, permission: id }),
    ],
  };
}

function approvalBy(
  ctx: Context,
  draft: Draft,
  { permission, redeems }: { permission: Permission; redeems: boolean },
): DecidedAtOnce {
  const basis = { kind: "permission", permission: permission.id } as const;
  const by = permission.givenBy;
  const event: SettleEvent = { type: "settle", outcome: "approved", basis, by };
  return approval(ctx, draft, { event, redeems });
}

function approval(
  ctx: Context,
  draft: Draft,
  { event, redeems }: { event: SettleEvent; redeems: boolean },
): DecidedAtOnce {
  const { request: open } = draft;
  const request = transition(open, event, open.createdAt) as AuthorizationRequest;
  const { digest, demand, action } = open.authorization;
  const { rule, level } = demand;
  const data = { digest, rule, level, revision: action.policyVersion };
  const approved = eventOf(request, "request.approved", data);
  if (!redeems) return { request, writes: [], events: [approved] };
  const { id, write, logged } = redemption(ctx, request, open.createdAt);
  return {
    request,
    writes: [write],
    events: [approved, logged],
    redeemed: { id, args: draft.args },
  };
}

/** A grant that is used up as it is made. */
export function redemption(ctx: Context, request: AuthorizationRequest, at: Timestamp) {
  const { workspace, agent, authorization } = request;
  const { digest, demand } = authorization;
  const id = ctx.ids.next("grt");
  const expiresAt = toTimestamp(toMs(at) + grantLifeMs(demand.level));
  const times = { mintedAt: at, expiresAt, consumedAt: at };
  const grant = { id, workspace, request: request.id, agent, digest, ...times };
  const write: Write = { type: "grant.put", grant };
  return {
    id,
    write,
    logged: { ...eventOf(request, "grant.redeemed", { digest, grant: id }), at },
  };
}

function used(decided: DecidedAtOnce, { permission, isSoleOperator }: Covering): DecidedAtOnce {
  const { id, uses } = permission;
  const { request, writes, events } = decided;
  const { digest } = request.authorization;
  const ground: Write = { type: "ground.holds", agent: request.agent, keys: keysOf([permission]) };
  const sole = isSoleOperator ? { soleOperator: true as const } : {};
  const logged = eventOf(request, "permission.used", { digest, permission: id, ...sole });
  return {
    ...decided,
    writes: [...writes, ground, { type: "permission.use", id, uses }],
    events: [...events, logged],
  };
}

function eventOf(
  { id, agent, createdAt }: AuthorizationRequest,
  type: EventDraft["type"],
  data: NonNullable<EventDraft["data"]>,
): EventDraft {
  return { type, at: createdAt, subject: id, agent, data };
}
