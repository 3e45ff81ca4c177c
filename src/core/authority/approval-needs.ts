import { type EarshotError, type ErrorCode, isEarshotError, namesIn } from "../../domain/errors.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { OpenAuthorization } from "../../domain/requests/request.ts";
import { transition } from "../../domain/requests/request-machine.ts";
import type { Surface } from "../../domain/surface.ts";
import type { ApprovalNeeds } from "../../ports/earshot/inbox.ts";
import { actorOf } from "../call/access.ts";
import { assertWhole } from "../call/assert-whole.ts";
import { type Context, nowOf } from "../call/context.ts";
import { handOf, isCountedHand } from "../deciders/hands.ts";
import { assertMayDecide, type Standing } from "../deciders/may-decide.ts";
import { presenceNeeds } from "../sign-in/presence.ts";
import {
  assertNotDenied,
  assertStillWanted,
  assertWaited,
  placeOf,
  uncountedHand,
} from "./approve.ts";
import { type Today, termsToday } from "./terms-today.ts";

/** Refusals of the caller. Other errors say nothing about who may approve. */
const REFUSALS: readonly ErrorCode[] = [
  "NOT_ALLOWED",
  "ALREADY_VOTED",
  "REQUEST_CLOSED",
  "DECISION_HELD",
  "DIGEST_MISMATCH",
  "RECORD_CHANGED",
];

/**
 * What the caller must show to approve there, according to the code that will judge the approval.
 */
export async function approvalNeeds(
  ctx: Context,
  caller: Caller,
  { request, via }: { readonly request: OpenAuthorization; readonly via?: Surface },
): Promise<ApprovalNeeds> {
  const { via: place } = actorOf(caller, via);
  const today = await termsToday(ctx, request);
  const { terms, withdrawn: gone } = today;
  const withdrawn = gone.length === 0 ? {} : { withdrawn: gone };
  const judged = await judgeApproval(ctx, caller, { request, via, today });
  if (judged.refusal !== undefined) {
    const { message: refusal, code: refusalCode } = judged.refusal;
    const refusalNames = namesIn(judged.refusal);
    const nothing = { typed: false, passphrase: false, passkey: "none" } as const;
    return { refusal, refusalCode, refusalNames, ...nothing, ...withdrawn };
  }
  const { isSoleOperator, onlyByPasskey } = judged;
  const needs =
    onlyByPasskey === true
      ? ({ typed: false, passphrase: false, passkey: "required" } as const)
      : presenceNeeds(caller, { demand: terms.demand, via: place, isSoleOperator });
  return { ...(await ofCaller(ctx, caller, needs)), ...withdrawn };
}

interface Judging {
  readonly request: OpenAuthorization;
  readonly via?: Surface | undefined;
  readonly today: Today;
}

interface Judged extends Standing {
  readonly refusal?: undefined;
  /** The key that they came with counts for nothing, and the passkey that they have does. */
  readonly onlyByPasskey?: true;
}

/** What lets the caller approve it, or why nothing does, whatever they prove. */
export async function judgeApproval(
  ctx: Context,
  caller: Caller,
  { request, via, today }: Judging,
): Promise<Judged | { readonly refusal: EarshotError }> {
  try {
    requireRight(caller, "decide");
    assertWhole(ctx, request);
    assertNotDenied(today);
    await assertStillWanted(ctx, request);
    const { terms, withdrawn } = today;
    const standing = await assertMayDecide(ctx, today.request, caller.principal);
    assertWaited(ctx, today);
    const fits = placeOf(caller, { today, isEdited: false });
    const { digest } = request.authorization;
    const vote = { by: actorOf(caller, via), digest, ...present({ fits }) };
    transition(request, { type: "approve", vote, terms, withdrawn }, nowOf(ctx));
    const { demand } = terms;
    const { id, workspace } = request;
    const handed = await handOf(ctx, workspace, caller.key);
    const given = { workspace, by: vote.by, ...present({ key: caller.key }), ...handed };
    if (await isCountedHand(ctx, demand, given)) return standing;
    if (await hasPasskey(ctx, caller)) return { ...standing, onlyByPasskey: true };
    return { refusal: uncountedHand({ id, demand, ...handed }) };
  } catch (error) {
    if (!(isEarshotError(error) && REFUSALS.includes(error.code))) throw error;
    return { refusal: error };
  }
}

/** Only means that the caller has registered are offered; a required one they lack is named. */
async function ofCaller(
  ctx: Context,
  caller: Caller,
  needs: ApprovalNeeds,
): Promise<ApprovalNeeds> {
  const { workspace, id } = caller.principal;
  if (needs.passkey === "none") return needs;
  const hasOne = await hasPasskey(ctx, caller);
  if (needs.passkey === "required") return hasOne ? needs : { ...needs, missing: "passkey" };
  const passkey = hasOne ? "possible" : "none";
  const isSet = !needs.passphrase || (await ctx.store.findPassphrase(workspace, id)) !== undefined;
  return isSet ? { ...needs, passkey } : { ...needs, passkey, missing: "passphrase" };
}

async function hasPasskey(ctx: Context, { principal }: Caller): Promise<boolean> {
  return (await ctx.store.listPasskeys(principal.workspace, principal.id)).length > 0;
}
