import { withPlain } from "../../domain/authority/secret-args.ts";
import type { RequestId } from "../../domain/id.ts";
import { MAX_SHOWN_ARGS_BYTES, REJECTION_STANDS_MS } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { type ClosedRequest, type Waited, waited } from "../../domain/requests/request.ts";
import { jsonLength } from "../../domain/text.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { AuthorizeInput } from "../../ports/earshot/authority.ts";
import type { Joined } from "../../ports/earshot/call.ts";
import type { Change, Write } from "../../ports/store/store.ts";
import { type AlreadySo, commitPlanned, type Planned } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, onceOf } from "../call/once.ts";
import { inTurn } from "../call/one-at-a-time.ts";
import { assertServed } from "../call/served.ts";
import type { Given } from "../call/use-case.ts";
import { byDigests } from "../evidence/bind-evidence.ts";
import { assertNotSetBack } from "../log/set-back.ts";
import { requestDeliveries } from "../planning/plan-request.ts";
import { planAskOrJoin } from "../requests/join.ts";
import { hold } from "../requests/wait.ts";
import { useOf } from "../verdict/approval-use.ts";
import { budgetTurns } from "../verdict/ask-policy.ts";
import { openSecrets } from "../verdict/open-secrets.ts";
import { standsToday } from "../verdict/redeem-check.ts";
import { checkAuthorizeInput } from "./authorize-input.ts";
import { type DecidedAtOnce, decideAtOnce } from "./decide-at-once.ts";
import { type Draft, draftAuthorization } from "./draft-authorization.ts";
import { tooLongToShow } from "./long-args.ts";
import { hasStandingRejections } from "./standing-rejections.ts";

/**
 * Seeks an authorization. A rule or a standing permission decides at once; otherwise people are
 * asked, and the call holds as long as its caller wants.
 */
export async function authorize(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<AuthorizeInput>,
): Promise<Waited> {
  requireRight(caller, "ask");
  if (input.redeemIfAllowed === true) requireRight(caller, "redeem");
  const { holdMs = 0, ...content } = input;
  checkAuthorizeInput(ctx, caller, content);
  const call: CallIdentity = {
    caller,
    operation: "authorize",
    options,
    input: withoutSecrets(ctx, content),
  };
  const stored = await storeInTurn(ctx, call, content);
  if ("waited" in stored) return stored.waited;
  const held = await hold(ctx, caller, { id: stored.id, holdMs, signal: options?.signal });
  if (stored.is === "joined") return { ...held, joined: true };
  return stored.is === "new" ? held : { ...held, ...(await redeemedAtOnce(ctx, held, content)) };
}

/**
 * What the first of the repeated calls redeemed in the same commit. A caller that lost that reply
 * may run it.
 */
async function redeemedAtOnce(
  ctx: Context,
  { request }: Waited,
  { redeemIfAllowed, args }: Omit<AuthorizeInput, "holdMs">,
): Promise<Pick<Waited, "redeemed">> {
  if (redeemIfAllowed !== true || request.status !== "approved") return {};
  const grant = await ctx.store.findGrant(request.workspace, request.id);
  const isOfThatStep = grant?.consumedAt === request.createdAt;
  return isOfThatStep ? { redeemed: { id: grant.id, args, repeated: true } } : {};
}

/** The call's fingerprint is stored, so one that covers secrets is made with a key. */
function withoutSecrets(ctx: Context, content: Omit<AuthorizeInput, "holdMs">): object {
  const named = { ...content, ...present({ evidence: byDigests(ctx, content.evidence) }) };
  if ((content.secrets?.length ?? 0) === 0) return named;
  return { ...named, args: ctx.vault.commitment("authorize", content.args) };
}

/** The decision made at once, or what to wait for. */
type Stored = { readonly waited: Waited } | Joined;

/**
 * Concurrent actions on one budget must each see what the others took. Actions that one standing
 * rejection may cover must each see how often it was used.
 */
async function storeInTurn(
  ctx: Context,
  call: CallIdentity,
  content: Omit<AuthorizeInput, "holdMs">,
): Promise<Stored> {
  const { id, name: agentName, workspace } = call.caller.principal;
  // A grant is checked against the policy when it is redeemed. A redemption at once uses this
  // node's policy, so it must first hear what other nodes put in force.
  if (content.redeemIfAllowed === true) await ctx.following.catchUp(workspace);
  const { draws, isShared } = await budgetTurns(ctx, { workspace, agentName, ...content });
  const isInTurn = draws || (await hasStandingRejections(ctx, { workspace, id }));
  const work = () => store(ctx, call, content);
  const name = isShared ? "budgets" : `budgets ${id}`;
  return isInTurn ? await inTurn(ctx, { workspace, name }, work) : await work();
}

async function store(
  ctx: Context,
  call: CallIdentity,
  content: Omit<AuthorizeInput, "holdMs">,
): Promise<Stored> {
  const { workspace } = call.caller.principal;
  let isAgain = false;
  return await commitPlanned<Stored>(ctx, {
    thing: "The policy, permission or budget behind the action",
    async plan() {
      if (isAgain && content.redeemIfAllowed === true) await assertNotSetBack(ctx, workspace);
      isAgain = true;
      await assertServedNow(ctx, call.caller);
      const draft = await draftAuthorization(ctx, call.caller, content);
      const redeems = content.redeemIfAllowed === true;
      const decided = await decideAtOnce(ctx, draft, { redeems });
      if (decided !== undefined) return planDecided(ctx, call, { draft, decided });
      assertCanBeShown(draft);
      return await planAsking(ctx, call, draft);
    },
    replay: (id) => ({ id: id as RequestId, is: "replayed" }),
  });
}

function assertCanBeShown({ args, isTooLong, request }: Draft): void {
  const shown = jsonLength(request.authorization.action.args);
  if (!isTooLong && shown <= MAX_SHOWN_ARGS_BYTES) return;
  throw tooLongToShow(jsonLength(args));
}

/** An agent halted since its call was let in gets nothing any more. */
async function assertServedNow(ctx: Context, { principal }: Caller): Promise<void> {
  const now = await ctx.people.find(principal.workspace, principal.id);
  if (now !== undefined) assertServed(now);
}

async function planAsking(
  ctx: Context,
  call: CallIdentity,
  draft: Draft,
): Promise<Planned<Stored> | AlreadySo<Stored>> {
  const { request, sealed, created, definitions, contents, joinDigest: digest } = draft;
  const once = onceOf(ctx, call, request.id);
  const insert: Write = { type: "request.insert", request, ...sealed };
  const change: Change = {
    workspace: request.workspace,
    ...present({ once }),
    writes: [insert, ...definitions, ...contents, ...(await requestDeliveries(ctx, request))],
    events: [created],
  };
  return await planAskOrJoin<Stored>(ctx, call, {
    request,
    digest,
    isJoinable: (closed) => isStillGood(ctx, closed),
    plan: async () => ({ change, done: () => ({ id: request.id, is: "new" }) }),
  });
}

/**
 * An approval answers the same action again until it is used or too old, a rejection for a while.
 */
async function isStillGood(ctx: Context, closed: ClosedRequest): Promise<boolean> {
  if (closed.status === "rejected") {
    return ctx.clock.now() - toMs(closed.closedAt) < REJECTION_STANDS_MS;
  }
  if (closed.status !== "approved" || closed.collectBy <= nowOf(ctx)) return false;
  const grant = await ctx.store.findGrant(closed.workspace, closed.id);
  if (grant?.consumedAt !== undefined) return false;
  // An approval that no redemption would accept must not stand in a new one's way.
  const args = withPlain(closed.authorization.action.args, await openSecrets(ctx, closed));
  return (await standsToday(ctx, closed, args)) === undefined;
}

function planDecided(
  ctx: Context,
  call: CallIdentity,
  { draft, decided }: { draft: Draft; decided: DecidedAtOnce },
): Planned<Stored> {
  const { sealed, pins, definitions, contents, created } = draft;
  const { request, writes, events, redeemed } = decided;
  const grant = redeemed === undefined ? {} : { consumedAt: request.createdAt };
  const shown = request.status === "approved" ? { ...request, ...useOf(request, grant) } : request;
  const once = onceOf(ctx, call, request.id);
  const insert: Write = { type: "request.insert", request, ...sealed };
  return {
    done: () => ({ waited: { ...waited(shown), ...present({ redeemed }) } }),
    change: {
      workspace: request.workspace,
      ...present({ once }),
      writes: [
        insert,
        ...definitions,
        ...contents,
        ...(request.status === "approved" ? pins : []),
        ...writes,
      ],
      events: [created, ...events],
    },
  };
}
