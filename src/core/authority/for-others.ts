import { type EarshotError, ERRORS, isEarshotError, namesIn } from "../../domain/errors.ts";
import type { PrincipalId } from "../../domain/id.ts";
import type { Caller, Principal } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import {
  type ForOthers,
  type OpenRequest,
  type Request,
  type ShownRequest,
  storedOf,
} from "../../domain/requests/request.ts";
import type { Context } from "../call/context.ts";
import { assertOnlyTheirs } from "../closing/their-words.ts";
import { whoMayDecide } from "../deciders/may-decide.ts";
import { assertTheirNotice } from "../notices/owner-notices.ts";
import { approvalNeeds, judgeApproval } from "./approval-needs.ts";
import { termsToday } from "./terms-today.ts";

/**
 * Says of each open request that the caller cannot decide why not, and who can. The code that will
 * judge the decision says so. Agents are not told who decides.
 */
export async function withForOthers(
  ctx: Context,
  caller: Caller,
  requests: readonly ShownRequest[],
): Promise<readonly ShownRequest[]> {
  const told: ShownRequest[] = [];
  // One after another: each asks the policy, and a page of them must not hold up other calls.
  for (const request of requests) {
    const forOthers = await forOthersThan(ctx, caller, { request, at: "terminal" });
    told.push(forOthers === undefined ? request : { ...request, forOthers });
  }
  return told;
}

interface Looked<R extends ShownRequest> {
  readonly request: R;
  readonly at: "terminal" | "page" | "chat";
}

/**
 * The same for one request. At a terminal, a missing passphrase or passkey also makes it one for
 * others. A page lets its person set one up, and a chat takes neither.
 */
export async function forOthersThan(
  ctx: Context,
  caller: Caller,
  { request: shown, at }: Looked<ShownRequest>,
): Promise<ForOthers | undefined> {
  const request = withoutHeld(storedOf(shown));
  if (caller.principal.kind !== "person" || request.status !== "open") return undefined;
  try {
    const why = await hindrance(ctx, caller, { request, at });
    if (why === undefined) return undefined;
    const { able, unable } = await decidersBut(ctx, caller.principal.id, request);
    return able.length > 0 || unable.length === 0
      ? { ...why, deciders: able }
      : { ...tillTheyCan(why, unable), deciders: able };
  } catch (error) {
    // A request that cannot be judged must not fail the whole page.
    if (!isEarshotError(error) || ERRORS[error.code].retry !== "never") throw error;
    return { ...whyOf(error), deciders: [] };
  }
}

/** Who may decide it does not depend on who decides it at this moment. */
function withoutHeld(request: Request): Request {
  if (request.status !== "open") return request;
  const { held: _, ...free } = request;
  return free as Request;
}

type Why = Pick<ForOthers, "why" | "names">;

function whyOf(error: EarshotError): Why {
  return { why: error.message, names: namesIn(error) };
}

async function hindrance(
  ctx: Context,
  caller: Caller,
  { request, at }: Looked<OpenRequest>,
): Promise<Why | undefined> {
  if (request.kind === "question") return await answerHindrance(ctx, caller, request);
  if (at !== "terminal") {
    const today = await termsToday(ctx, request);
    const { refusal } = await judgeApproval(ctx, caller, { request, today });
    return refusal === undefined ? undefined : whyOf(refusal);
  }
  // Any key's holder may claim to sit at a terminal, which takes digits and passphrases.
  const needs = await approvalNeeds(ctx, caller, { request, via: "console" });
  const { refusal: why, refusalNames: names, missing } = needs;
  if (why !== undefined) return { why, ...present({ names }) };
  return missing === undefined ? undefined : MISSING[missing];
}

const MISSING = {
  passphrase: {
    why: "It takes your passphrase, and you have set none: npx earshot passphrase.",
    names: { reason: "takes_passphrase" },
  },
  passkey: {
    why: "It takes a passkey of yours, and you have added none: npx earshot open, under Settings.",
    names: { reason: "takes_passkey" },
  },
} as const satisfies Record<string, Why>;

async function answerHindrance(
  ctx: Context,
  caller: Caller,
  request: Request,
): Promise<Why | undefined> {
  try {
    requireRight(caller, "answer");
    await assertTheirNotice(ctx, caller, request);
    await assertOnlyTheirs(ctx, caller, request);
    return undefined;
  } catch (error) {
    if (!isEarshotError(error, "NOT_ALLOWED")) throw error;
    return whyOf(error);
  }
}

interface Others {
  readonly able: readonly string[];
  /** Entitled, but without any means of proving themselves. */
  readonly unable: readonly string[];
}

/** What must be done first if nobody can decide as things are. */
function tillTheyCan({ why, names = {} }: Why, all: readonly string[]): Why {
  const unable = all.join(", ");
  return {
    why: `${why} Nobody else can either until they set a passphrase, with npx earshot passphrase or on the page: ${unable}.`,
    names: { ...names, unable },
  };
}

async function decidersBut(
  ctx: Context,
  caller: PrincipalId,
  request: OpenRequest,
): Promise<Others> {
  if (request.kind === "question") return { able: request.to, unable: [] };
  const { request: today, terms, deniedBy } = await termsToday(ctx, request);
  if (deniedBy !== undefined) return { able: [], unable: [] };
  const voted = today.authorization.votes.map(({ by }) => by.principal);
  const who = (await whoMayDecide(ctx, today)).filter(
    ({ id }) => id !== caller && !voted.includes(id),
  );
  const proving = terms.demand.stepUp ? await provingOf(ctx, who) : new Set(who.map(idOf));
  const named = (isAble: boolean) =>
    who
      .filter(({ id }) => proving.has(id) === isAble)
      .map(({ name }) => name)
      .toSorted();
  return { able: named(true), unable: named(false) };
}

/** People who have a passphrase or a passkey. */
async function provingOf(
  ctx: Context,
  who: readonly Principal[],
): Promise<ReadonlySet<PrincipalId>> {
  const proving = new Set<PrincipalId>();
  for (const { workspace, id } of who) {
    const has =
      (await ctx.store.findPassphrase(workspace, id)) !== undefined ||
      (await ctx.store.listPasskeys(workspace, id)).length > 0;
    if (has) proving.add(id);
  }
  return proving;
}

function idOf({ id }: Principal): PrincipalId {
  return id;
}
