import { isActionDigest } from "../../domain/authority/action.ts";
import {
  countsFrom,
  type Demand,
  type Handed,
  type Vote,
} from "../../domain/authority/authorization.ts";
import { isOwnersChange } from "../../domain/authority/owners-change.ts";
import { fitsOf, hasPlaceFor } from "../../domain/authority/places.ts";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { PrincipalId, RequestId, WorkspaceId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import { MAX_REASON_BYTES } from "../../domain/limits.ts";
import type { EventData, EventDraft } from "../../domain/log/event.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type {
  AuthorizationRequest,
  OpenAuthorization,
  Request,
} from "../../domain/requests/request.ts";
import type { Actor } from "../../domain/surface.ts";
import { checkNotBlank, checkText } from "../../domain/text.ts";
import type { ApproveInput } from "../../ports/earshot/authority.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { KeyOwner, Write } from "../../ports/store/store.ts";
import { actorOf } from "../call/access.ts";
import { assertWhole } from "../call/assert-whole.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import { inTurn } from "../call/one-at-a-time.ts";
import type { Given } from "../call/use-case.ts";
import { handFacts, handOf, isCountedHand } from "../deciders/hands.ts";
import { keysOf, revokedAt } from "../deciders/withdrawn-votes.ts";
import { bringContents } from "../evidence/evidence-contents.ts";
import { wordsOf } from "../log/words-of.ts";
import { ownersOf } from "../notices/owner-notices.ts";
import { changeShown } from "../planning/change-shown.ts";
import { requestDeliveries } from "../planning/plan-request.ts";
import { changeRequest } from "../requests/change-request.ts";
import { type DecisionPlan, type Holding, held } from "../requests/hold.ts";
import { provePresence } from "../sign-in/presence.ts";
import { type JudgedVote, judgeVote } from "./judge-vote.ts";
import { asksOthers, type Today, termsToday } from "./terms-today.ts";
import { firstPin } from "./tool-pins.ts";
import { assertSaid } from "./vote-words.ts";

/**
 * Approves an action, possibly with other arguments. The last vote that the demand requires
 * decides.
 */
export async function approve(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<ApproveInput>,
): Promise<AuthorizationRequest> {
  requireRight(caller, "decide");
  const { id, digest, args, note, undoMs } = input;
  if (note !== undefined) {
    checkNotBlank(note, "note");
    checkText(note, "note", MAX_REASON_BYTES);
  }
  // The stored fingerprint of the call must not make the passphrase guessable.
  const identity = { id, digest, args, note };
  const call: CallIdentity = { caller, operation: "approve", input: identity, options };
  try {
    const plan = (request: Request) => planApproval(ctx, call, { request, input });
    const holding: Holding = { does: "approve", undoMs, input: heldInput(input), plan };
    const change = () => changeRequest(ctx, call, { id, plan: held(call, holding) });
    // A repeat that overtakes its first call could be refused for what that call is about to do.
    const repeated = options?.idempotencyKey;
    const { id: person, workspace } = caller.principal;
    const changed = await (repeated === undefined
      ? change()
      : inTurn(ctx, { workspace, name: `approve ${person} ${repeated}` }, change));
    // The decision stands: a failure to update posts must not make it an error.
    if (args !== undefined) await changeShown(ctx, changed).catch(() => {});
    return changed as AuthorizationRequest;
  } catch (error) {
    const tried = { id, digest, edited: args !== undefined, does: "approve" } as const;
    if (isRefusal(error)) await logRefusal(ctx, caller, { tried, error, options });
    throw error;
  }
}

/** Without a proof of who approves: a proof is given once, and is stored nowhere. */
function heldInput({ id, digest, args, note, ...more }: ApproveInput): JsonObject | undefined {
  const { undoMs: _, ...proof } = more;
  return Object.keys(proof).length > 0 ? undefined : { id, digest, ...present({ args, note }) };
}

/** What an approval changes, judged by today's policy. */
export async function planApproval(
  ctx: Context,
  { caller, options }: CallIdentity,
  { request, input }: { request: Request; input: ApproveInput },
): Promise<DecisionPlan> {
  const by = actorOf(caller, options?.via);
  const bare = { by, digest: input.digest };
  // The machine refuses what is closed or a question.
  if (request.kind !== "authorization" || request.status !== "open") {
    return { event: { type: "approve", vote: bare }, logged: (next) => logged(ctx, next, bare) };
  }
  assertWhole(ctx, request);
  assertKeyStands(caller, await ctx.people.keys(request.workspace));
  const today = await termsToday(ctx, request);
  assertNotDenied(today);
  await assertStillWanted(ctx, request);
  const judged = await judgeVote(ctx, caller, { today, args: input.args, via: options?.via });
  const { standing, put } = judged;
  // An edit that is put to others is no vote.
  if (judged.put === undefined) {
    assertWaited(ctx, today);
    await assertSaid(ctx, today, input);
  }
  const fits = placeOf(caller, { today, isEdited: judged.edit !== undefined });
  const handed = await countedHand(ctx, caller, { request: today.request, input, by });
  const { writes, ...proved } = await provePresence(ctx, caller, {
    request: today.request,
    input,
    via: by.via,
    origin: options?.origin,
    isSoleOperator: standing.isSoleOperator,
  });
  const vote = {
    ...bare,
    ...handed,
    ...present({
      key: caller.key,
      note: input.note,
      fits,
      soleOperator: standing.isSoleOperator ? (true as const) : undefined,
    }),
    ...proved,
  };
  // A wider edit may need people who were not asked before.
  const isForMore = put !== undefined && asksOthers(request, put);
  const asked = isForMore ? await requestDeliveries(ctx, put.request) : [];
  const shown = await bringContents(
    ctx,
    { ...request, createdAt: nowOf(ctx) },
    judged.edit?.pieces,
  );
  return {
    event: eventOf(vote, judged, today),
    logged: (next) => withWithdrawn(logged(ctx, next, vote), today.withdrawn),
    // Proving oneself takes time. Meanwhile the policy may change, the agent be halted or a key
    // revoked.
    writes: (next) => [
      ...writes,
      ...(next.kind === "authorization" ? firstPin(next) : []),
      ...groundOf(next, vote, today),
      ...shown,
      ...asked,
    ],
  };
}

/** The entries of a list that the caller could meet. Throws NOT_ALLOWED once others have met them. */
export function placeOf(
  { principal }: Caller,
  { today: { request }, isEdited }: { readonly today: Today; readonly isEdited: boolean },
): Vote["fits"] {
  const { id, authorization } = request;
  const { demand } = authorization;
  const fits = principal.kind === "person" ? fitsOf(demand, principal) : undefined;
  // No vote stands for what an edit makes of it, and a second one by the same person is refused anyway.
  const votes = isEdited ? [] : authorization.votes;
  const isVoter = votes.some(({ by }) => by.principal === principal.id);
  if (fits === undefined || isVoter || hasPlaceFor(demand, votes, fits)) return fits;
  throw new EarshotError(
    "NOT_ALLOWED",
    `${id} waits for others now: those of whom ${principal.name} is one have approved it.`,
    { details: { id, reason: "place_taken" } },
  );
}

/** Throws NOT_ALLOWED while the rule wants people to wait, also for an edit that is not made yet. */
export function assertWaited(ctx: Context, { request }: Today): void {
  const { id, authorization } = request;
  const from = countsFrom(request, authorization.demand);
  if (from === undefined || nowOf(ctx) >= from) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `The rule "${authorization.demand.rule}" wants people to look first: a vote for ${id} counts from ${from} on.`,
    { details: { id, reason: "too_soon" } },
  );
}

/** What the vote does to the request. */
export function eventOf(
  vote: Omit<Vote, "at">,
  { edit, put }: JudgedVote,
  { terms, withdrawn }: Today,
): DecisionPlan["event"] {
  return edit === undefined || put === undefined
    ? { type: "approve", vote, terms, withdrawn, ...present({ edit }) }
    : { type: "edit", vote, edit, terms: put.terms };
}

/** Whose hand votes. Throws NOT_ALLOWED if the demand does not count it; a passkey is the person's own. */
async function countedHand(
  ctx: Context,
  { key }: Caller,
  { request, input, by }: { request: OpenAuthorization; input: ApproveInput; by: Actor },
): Promise<Handed> {
  if (input.passkey !== undefined) return {};
  const { id, workspace, authorization } = request;
  const { demand } = authorization;
  const handed = await handOf(ctx, workspace, key);
  const given = { workspace, by, ...present({ key }), ...handed };
  if (await isCountedHand(ctx, demand, given)) return handed;
  throw uncountedHand({ id, demand, ...handed });
}

export function uncountedHand({
  id,
  demand,
  hand,
  madeBy,
}: Handed & { readonly id: RequestId; readonly demand: Demand }): EarshotError {
  const wants = demand.quorum > 1 ? `wants ${demand.quorum} people` : `is ${demand.level}`;
  const maker = madeBy?.name ?? "somebody else";
  const why =
    hand === "unattended"
      ? "votes by a key for scripts do not count there"
      : `${maker} made the key or link that you came with, so a vote by it may be theirs and does not count there`;
  const instead =
    hand === "unattended"
      ? `Decide it yourself: npx earshot approve ${id}.`
      : "Use a key or a passkey of your own.";
  return new EarshotError(
    "NOT_ALLOWED",
    `${id} ${wants}, and ${why} unless its rule says hands: any. ${instead}`,
    { details: { id, reason: "not_own_hand", ...present({ hand }) } },
  );
}

/** A call whose key was revoked while it ran must not take effect. */
function assertKeyStands({ key }: Caller, keys: readonly KeyOwner[]): void {
  if (revokedAt(keys, key) === undefined) return;
  throw new EarshotError("NOT_SIGNED_IN", `The key ${key} was revoked, so nothing was decided.`);
}

function groundOf(next: Request, vote: Pick<Vote, "key">, { revision }: Today): readonly Write[] {
  if (next.kind !== "authorization") return [];
  const { votes } = next.authorization;
  const keys = keysOf(votes.length === 0 ? [vote] : votes);
  return [{ type: "ground.holds", agent: next.agent, keys, policy: { revision } }];
}

/** An approval that no redemption would accept is not reported as one. */
export function assertNotDenied({ request: { id }, deniedBy }: Today): void {
  if (deniedBy === undefined) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `${id} cannot be approved: the rule "${deniedBy}" of today's policy denies it. Reject it, or have an owner change the policy.`,
    { details: { id, rule: deniedBy, reason: "denied_now" } },
  );
}

/** Throws NOT_ALLOWED if the approval would be for something that can no longer be done. */
export async function assertStillWanted(
  ctx: Context,
  request: AuthorizationRequest,
): Promise<void> {
  const { id, workspace, agentName, authorization } = request;
  const { tool, args } = authorization.action;
  if (!isOwnersChange({ agentName, tool })) return;
  const refused = (why: string, reason: string) =>
    new EarshotError("NOT_ALLOWED", `${id} cannot be approved: ${why} Reject it.`, {
      details: { id, reason },
    });
  if (!(await ownersOf(ctx, workspace)).some((owner) => owner.id === args["by"])) {
    throw refused("the person who wanted it is no longer an owner.", "owner_gone");
  }
  if (tool !== "change_policy") return;
  if ((await ctx.store.currentPolicy(workspace))?.revision === args["former"]) return;
  throw refused("the policy it was to change is no longer in force.", "changed_meanwhile");
}

function logged(
  ctx: Context,
  next: Request,
  vote: Omit<Vote, "at">,
): Pick<EventDraft, "type" | "data"> {
  if (next.kind !== "authorization") return { type: "request.decision_refused" };
  const type = typeOf(next);
  const { action, digest, demand, edit } = next.authorization;
  const data: EventData = {
    digest,
    level: demand.level,
    rule: demand.rule,
    revision: demand.revision ?? action.policyVersion,
    ...present({
      via: vote.by.via,
      soleOperator: vote.soleOperator,
      steppedUp: vote.steppedUp,
      passkey: vote.passkey,
      edited: edit === undefined || type === "request.edited" ? undefined : true,
    }),
    ...handFacts(vote.key, vote),
    ...wordsOf(ctx, { salt: next.salt, reason: vote.note }),
  };
  return { type, data };
}

/** An edit that others have to approve leaves no vote, its author's included. */
function typeOf({ status, authorization }: AuthorizationRequest): EventDraft["type"] {
  if (status === "approved") return "request.approved";
  return authorization.votes.length === 0 ? "request.edited" : "request.approval_voted";
}

function withWithdrawn(
  { type, data }: ReturnType<typeof logged>,
  withdrawn: readonly PrincipalId[],
): ReturnType<typeof logged> {
  if (withdrawn.length === 0) return { type, ...present({ data }) };
  return { type, data: { ...data, withdrawn: withdrawn.length } };
}

function isRefusal(error: unknown): error is EarshotError {
  const codes = ["NOT_ALLOWED", "STEP_UP_NEEDED", "DIGEST_MISMATCH", "RECORD_CHANGED"] as const;
  return codes.some((code) => isEarshotError(error, code));
}

/** A person who used the wrong door, or saw an outdated action, attempted nothing. */
function isSlip({ unattended }: Caller, { code, details }: EarshotError): boolean {
  if (unattended === true) return false;
  return code === "DIGEST_MISMATCH" || WRONG_DOOR.has(details?.["reason"]);
}

const WRONG_DOOR: ReadonlySet<unknown> = new Set(["not_at_a_terminal", "passkey_needed"]);

/** A decision that somebody attempted. */
interface TriedDecision {
  readonly id: RequestId;
  readonly does: "approve" | "reject" | "respond" | "revoke";
  /** Of what they wanted to happen; absent: of the action as it stands. */
  readonly digest?: string;
  readonly edited?: boolean;
}

/** Logs the refused decision of a person who may decide at all. */
export async function logRefusal(
  ctx: Context,
  caller: Caller,
  {
    tried,
    error,
    options,
  }: { tried: TriedDecision; error: EarshotError; options: CallOptions | undefined },
): Promise<void> {
  const { id: actor, workspace } = caller.principal;
  const reason = error.details?.["reason"];
  if (!isSlip(caller, error)) ctx.tally.count("refused_decision", workspace);
  const data: EventData = {
    ...(await whatOf(ctx, workspace, tried)),
    via: actorOf(caller, options?.via).via,
    kind: tried.does,
    error: typeof reason === "string" ? reason : error.code,
    ...present({
      unattended: caller.unattended === true ? (true as const) : undefined,
      edited: tried.edited === true ? (true as const) : undefined,
      service: caller.endUser?.service,
    }),
  };
  const at = nowOf(ctx);
  await ctx.commit({
    workspace,
    writes: [],
    events: [{ type: "request.decision_refused", at, actor, subject: tried.id, data }],
  });
}

async function whatOf(
  ctx: Context,
  workspace: WorkspaceId,
  { id, digest: wanted }: TriedDecision,
): Promise<EventData> {
  const request = await ctx.store.findRequest(workspace, id);
  if (request?.kind !== "authorization") return {};
  const { action, digest, demand } = request.authorization;
  const { level, rule, revision = action.policyVersion } = demand;
  // A digest is all that the log takes from a caller: it must be none of their words.
  const given = wanted !== undefined && isActionDigest(wanted) ? wanted : digest;
  return { digest: given, name: action.tool, level, rule, revision };
}
