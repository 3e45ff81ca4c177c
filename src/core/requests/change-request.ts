import { EarshotError } from "../../domain/errors.ts";
import type { PrincipalId, RequestId } from "../../domain/id.ts";
import type { Attachment } from "../../domain/liaison/liaison.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { seesAll } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { HeldCall } from "../../domain/requests/held.ts";
import { type Request, untold } from "../../domain/requests/request.ts";
import { isDue, type RequestEvent, transition } from "../../domain/requests/request-machine.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Change, Write } from "../../ports/store/store.ts";
import { findRequest } from "../call/access.ts";
import { commitCall, type PlannedCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import { liaisonClosing } from "../closing/liaison-answered.ts";
import { continuation } from "../closing/queue-continuation.ts";
import { assertTheirNotice } from "../notices/owner-notices.ts";
import { settlingWrites } from "../planning/settle-deliveries.ts";
import { expireDue } from "./expire.ts";
import { closingWrites } from "./mailbox.ts";

export interface RequestChange {
  readonly id: RequestId;
  /** Called with the request before it changes and the time of the change; throws to refuse. */
  readonly plan: (request: Request, at: Timestamp) => ChangePlan | Promise<ChangePlan>;
}

export interface ChangePlan {
  readonly event: Exclude<RequestEvent, { type: "expire" }>;
  /** Called with the request after the change. */
  readonly logged: (next: Request) => Pick<EventDraft, "type" | "data">;
  /** Writes beside the request. */
  readonly writes?: (next: Request) => readonly Write[];
  /** Further events by the same person. */
  readonly alsoLogged?: readonly Pick<EventDraft, "type" | "subject" | "data">[];
  /** Changes to other requests in the same commit. */
  readonly also?: Pick<Change, "writes" | "events">;
  /** What a decision that is held does once it is sent. */
  readonly held?: HeldCall;
  /** What came with an answer to the liaison; its writes stand in `also`. */
  readonly attachments?: readonly Attachment[];
}

/**
 * Reads the request, runs the machine and commits the next value if nobody was faster. After a lost
 * race it starts over. Throws REQUEST_CLOSED.
 */
export function changeRequest(
  ctx: Context,
  call: CallIdentity,
  change: RequestChange,
): Promise<Request> {
  return commitCall(ctx, call, {
    thing: `Request ${change.id}`,
    plan: () => planCall(ctx, call, change),
    replay: async (result, refusal) => {
      // The earlier call came too late and left a message, so the repeat is too late as well.
      if (refusal !== undefined && result !== change.id) throw refusal;
      return toldTo(call.caller, await findRequest(ctx, call.caller, change.id));
    },
  });
}

async function planCall(
  ctx: Context,
  { caller }: CallIdentity,
  { id, plan }: RequestChange,
): Promise<PlannedCall<Request>> {
  const read = await findRequest(ctx, caller, id);
  const now = nowOf(ctx);
  const request = await expireDue(ctx, read, now);
  assertDecided(request, now);
  await assertTheirNotice(ctx, caller, request);
  const planned = {
    plan: await plan(request, now),
    now,
    actor: caller.principal.id,
    ...present({ service: caller.endUser?.service }),
  };
  const { next, writes, events } = await plannedChange(ctx, request, planned);
  return {
    change: { workspace: request.workspace, writes, events },
    done: () => toldTo(caller, next),
    result: id,
  };
}

function toldTo(caller: Caller, request: Request): Request {
  return seesAll(caller) ? request : untold(request);
}

/**
 * The store's clock decides when a request expires, and may be behind this node's. Until the record says
 * how it ended nobody may act on it, or an answer would be kept as late to a request that is open.
 */
function assertDecided(request: Request, now: Timestamp): void {
  if (!isDue(request, now)) return;
  throw new EarshotError(
    "STORE_UNAVAILABLE",
    `The time of ${request.id} is over here, and not yet by the store's clock, which is behind. Nothing is changed. Try again in a moment.`,
  );
}

function isUntold({ type }: ChangePlan["event"]): boolean {
  return type === "hold" || type === "unhold";
}

interface Planned {
  readonly plan: ChangePlan;
  readonly now: Timestamp;
  /** Absent if a rule does it. */
  readonly actor?: PrincipalId;
  /** Whose user the actor is, if they are no operator. */
  readonly service?: PrincipalId;
}

/** The next value with all its writes and events. Throws REQUEST_CLOSED. */
export async function plannedChange(
  ctx: Context,
  request: Request,
  { plan, now, actor, service }: Planned,
): Promise<Pick<Change, "writes" | "events"> & { readonly next: Request }> {
  const { event, logged, writes, alsoLogged = [], also, attachments, held } = plan;
  const next = transition(request, event, now);
  const continued = await continuation(ctx, next);
  const heard = await liaisonClosing(ctx, next, attachments);
  const { id, agent } = request;
  const who = present({ actor });
  // The agent hears of a decision once it is sent.
  const whose = isUntold(event) ? {} : { agent };
  const { type, data } = logged(next);
  const facts = service === undefined ? data : { ...data, service };
  return {
    next,
    writes: [
      { type: "request.update", request: next, ...present({ held }) },
      ...closingWrites(next),
      ...(await settlingWrites(ctx, next)),
      ...(writes?.(next) ?? []),
      ...continued.writes,
      ...heard.writes,
      ...(also?.writes ?? []),
    ],
    events: [
      { type, ...present({ data: facts }), at: now, ...who, ...whose, subject: id },
      ...alsoLogged.map((also) => ({ ...also, at: now, ...who, agent })),
      ...continued.events,
      ...heard.events,
      ...(also?.events ?? []),
    ],
  };
}
