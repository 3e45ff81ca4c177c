import type { OwnersTool, PersonsTool } from "../../domain/authority/owners-change.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import { MAX_SHOWN_ARGS_BYTES, REJECTION_STANDS_MS } from "../../domain/limits.ts";
import type { AgentPrincipal, Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type {
  ApprovedRequest,
  AuthorizationRequest,
  OpenAuthorization,
  RejectedRequest,
} from "../../domain/requests/request.ts";
import { utf8Length } from "../../domain/text.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Change } from "../../ports/store/store.ts";
import { redemption } from "../authority/decide-at-once.ts";
import { draftAuthorization } from "../authority/draft-authorization.ts";
import { commitOrThrow } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { callerWithAllRights } from "../callers/bootstrap.ts";
import { MAX_ASKED } from "../deciders/resolve-names.ts";
import { keysOf } from "../deciders/withdrawn-votes.ts";
import { assertNotSetBack } from "../log/set-back.ts";
import { noticeAgent } from "../notices/owner-notices.ts";
import { requestDeliveries } from "../planning/plan-request.ts";
import { expireDue } from "../requests/expire.ts";
import { standsToday } from "../verdict/redeem-check.ts";

/** What one owner wants to do, as whoever has to say yes is shown it. */
export interface WantedChange<T = OwnersTool | PersonsTool> {
  readonly tool: T;
  /** Everything that identifies this change; the owner who wants it is added. */
  readonly args: JsonObject;
  /** The end of a sentence that begins with the owner's name. */
  readonly wants: string;
  /** How long the change may continue after its approval was used, if it takes several calls. */
  readonly goesOnMs?: number;
}

export interface Approved extends Pick<Change, "writes" | "events"> {
  /** The request that approved it; absent if none was needed. */
  readonly by?: RequestId;
}

/** A change with who has to say yes to it. */
interface Asked extends WantedChange {
  readonly caller: Caller;
  /** The names of those who are asked. Throws if nobody can be. */
  readonly whom: () => Promise<readonly string[]>;
  /** The refusal while nobody has decided. */
  readonly waits: (request: OpenAuthorization) => EarshotError;
}

interface Sought extends Asked {
  readonly agent: AgentPrincipal;
}

/** At most this many may wait: more would make another owner press without looking. */
const MAX_OPEN = 20;
/** This many of the newest are searched for the same change. */
const LOOKED_AT = 200;

/**
 * What a change adds to its commit: it uses up the approval of exactly this change. Without an
 * approval people are asked, and the refusal of `waits` is thrown with nothing changed. The same
 * call after the approval makes the change. Call it in the operators' turn, so no two calls use or
 * seek the same approval.
 */
export async function usedYes(ctx: Context, asked: Asked): Promise<Approved> {
  const { workspace, id: by } = asked.caller.principal;
  const policy = await ctx.store.currentPolicy(workspace);
  const agent = await noticeAgent(ctx, workspace);
  const sought = { ...asked, args: { by, ...asked.args }, agent };
  const { known, open } = await standing(ctx, sought);
  if (known?.status === "rejected") throw rejected(known);
  if (known?.status === "open") throw asked.waits(known);
  if (known === undefined) {
    assertRoom(open);
    throw asked.waits(await seek(ctx, sought));
  }
  if (await isUsed(ctx, known)) return { writes: [], events: [], by: known.id };
  await assertNotSetBack(ctx, workspace);
  const used = redemption(ctx, known, nowOf(ctx));
  const keys = keysOf(known.authorization.votes);
  const ground = { agent: agent.id, keys, policy: { revision: policy?.revision } };
  return {
    writes: [{ type: "ground.holds", ...ground }, used.write],
    events: [used.logged],
    by: known.id,
  };
}

/** The request by which somebody seeks, or sought, exactly this, if it still matters. */
export async function soughtAlready(
  ctx: Context,
  { principal: { workspace, id: by } }: Caller,
  change: WantedChange,
): Promise<RequestId | undefined> {
  const agent = await noticeAgent(ctx, workspace);
  return (await standing(ctx, { ...change, args: { by, ...change.args }, agent })).known?.id;
}

type Standing = OpenAuthorization | ApprovedRequest | RejectedRequest;

/** The state of the same change, if it still matters. */
async function standing(
  ctx: Context,
  { agent, tool, args, goesOnMs = 0 }: Pick<Sought, "agent" | "tool" | "args" | "goesOnMs">,
): Promise<{ readonly known?: Standing; readonly open: number }> {
  const listed = await ctx.store.listRequests({
    workspace: agent.workspace,
    agent: agent.id,
    kind: "authorization",
    order: "newest",
    limit: LOOKED_AT,
  });
  const wanted = ctx.digest.json([tool, args]);
  let open = 0;
  for (const one of listed) {
    const request = await expireDue(ctx, one, nowOf(ctx));
    if (request.kind !== "authorization" || request.erasedAt !== undefined) continue;
    if (request.status === "open") open += 1;
    const { action } = request.authorization;
    if (ctx.digest.json([action.tool, action.args]) !== wanted) continue;
    if (await saysSomething(ctx, request, goesOnMs)) return { known: request as Standing, open };
  }
  return { open };
}

function assertRoom(open: number): void {
  if (open < MAX_OPEN) return;
  throw new EarshotError(
    "QUEUE_FULL",
    `${open} changes already wait for the yes of somebody else, and no more are accepted. Withdraw those no longer wanted: npx earshot cancel ID.`,
    { details: { open } },
  );
}

async function saysSomething(
  ctx: Context,
  request: AuthorizationRequest,
  goesOnMs: number,
): Promise<boolean> {
  if (request.status === "open") return true;
  if (request.status === "rejected") {
    return ctx.clock.now() - toMs(request.closedAt) < REJECTION_STANDS_MS;
  }
  if (request.status !== "approved") return false;
  const usedAt = (await ctx.store.findGrant(request.workspace, request.id))?.consumedAt;
  if (usedAt !== undefined) return ctx.clock.now() - toMs(usedAt) < goesOnMs;
  if (request.collectBy <= nowOf(ctx)) return false;
  return (await standsToday(ctx, request, request.authorization.action.args)) === undefined;
}

async function isUsed(ctx: Context, { workspace, id }: ApprovedRequest): Promise<boolean> {
  return (await ctx.store.findGrant(workspace, id))?.consumedAt !== undefined;
}

async function seek(ctx: Context, sought: Sought): Promise<OpenAuthorization> {
  const { caller, agent, tool, args, wants } = sought;
  const to = await sought.whom();
  const draft = await draftAuthorization(ctx, callerWithAllRights(agent), {
    ...present({ to: to.length > MAX_ASKED ? undefined : to }),
    tool,
    args,
    onBehalfOf: caller.principal.name,
    reason: `${JSON.stringify(caller.principal.name)} wants ${wants}`,
  });
  assertCanBeShown(ctx, args);
  // No agent's call waits for it, and no mailbox would fill.
  const { tool: _, ...request } = draft.request;
  await commitOrThrow(ctx, {
    workspace: agent.workspace,
    writes: [
      { type: "request.insert", request },
      ...draft.definitions,
      ...(await requestDeliveries(ctx, request)),
    ],
    events: [draft.created],
  });
  return request;
}

/** A person decides only on what they are shown whole. */
function assertCanBeShown({ digest }: Context, args: JsonObject): void {
  const bytes = utf8Length(digest.canonical(args));
  if (bytes <= MAX_SHOWN_ARGS_BYTES) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `Whoever has to agree would have to see all that changes, which is ${bytes} bytes; at most ${MAX_SHOWN_ARGS_BYTES} fit. Change it in several steps.`,
    { details: { bytes, maxBytes: MAX_SHOWN_ARGS_BYTES } },
  );
}

function rejected(request: RejectedRequest): EarshotError {
  const { id, reason = "", closedBy } = request;
  const who = closedBy?.name ?? "Somebody else";
  return new EarshotError(
    "NOT_ALLOWED",
    `Nothing was changed: ${who} has rejected ${id}: ${reason} For a few minutes they are not asked again.`,
    { details: { id, reason: "second_owner_rejected" } },
  );
}
