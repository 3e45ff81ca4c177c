import { ERRORS, isEarshotError } from "../domain/errors.ts";
import type { PrincipalId } from "../domain/id.ts";
import type { Caller } from "../domain/principal.ts";
import type { ForOthers, OpenRequest, Request } from "../domain/request.ts";
import { requireRight } from "../domain/rights.ts";
import { approvalNeeds, judgeApproval } from "./approval-needs.ts";
import type { Context } from "./context.ts";
import { assertOnlyTheirs } from "./liaison/their-words.ts";
import { whoMayDecide } from "./may-decide.ts";
import { assertTheirNotice } from "./owner-notices.ts";
import { termsToday } from "./terms-today.ts";

/**
 * Says of each open request that the caller cannot answer or approve why not, and who can: told by the
 * code that will judge it. Agents are not told who decides.
 */
export async function withForOthers<R extends Request>(
  ctx: Context,
  caller: Caller,
  requests: readonly R[],
): Promise<readonly R[]> {
  const told: R[] = [];
  // One after another: each asks the policy, and a page of them must not hold up other calls.
  for (const request of requests) {
    const forOthers = await forOthersThan(ctx, caller, { request, at: "terminal" });
    told.push(forOthers === undefined ? request : { ...request, forOthers });
  }
  return told;
}

interface Looked<R extends Request> {
  readonly request: R;
  readonly at: "terminal" | "page" | "chat";
}

/**
 * The same of one request. At a terminal it is also for others while a passphrase or a passkey is
 * missing: a page has its person set it, and a chat takes neither.
 */
export async function forOthersThan(
  ctx: Context,
  caller: Caller,
  { request, at }: Looked<Request>,
): Promise<ForOthers | undefined> {
  if (caller.principal.kind !== "person" || request.status !== "open") return undefined;
  try {
    const why = await hindrance(ctx, caller, { request, at });
    if (why === undefined) return undefined;
    return { why, deciders: await decidersBut(ctx, caller.principal.id, request) };
  } catch (error) {
    // One that cannot be judged must not take the others of its page with it.
    if (!isEarshotError(error) || ERRORS[error.code].retry !== "never") throw error;
    return { why: error.message, deciders: [] };
  }
}

async function hindrance(
  ctx: Context,
  caller: Caller,
  { request, at }: Looked<OpenRequest>,
): Promise<string | undefined> {
  if (request.kind === "question") return await answerHindrance(ctx, caller, request);
  if (at !== "terminal") {
    const today = await termsToday(ctx, request);
    return (await judgeApproval(ctx, caller, { request, today })).refusal?.message;
  }
  // Whoever has a key may say that they sit at a terminal, where digits and passphrases are taken.
  const { refusal, missing } = await approvalNeeds(ctx, caller, { request, via: "console" });
  if (refusal !== undefined || missing === undefined) return refusal;
  return missing === "passphrase"
    ? "It takes your passphrase, and you have set none: npx earshot passphrase."
    : "It takes a passkey of yours, and you have added none: npx earshot open, under Settings.";
}

async function answerHindrance(
  ctx: Context,
  caller: Caller,
  request: Request,
): Promise<string | undefined> {
  try {
    requireRight(caller, "answer");
    await assertTheirNotice(ctx, caller, request);
    await assertOnlyTheirs(ctx, caller, request);
    return undefined;
  } catch (error) {
    if (!isEarshotError(error, "NOT_ALLOWED")) throw error;
    return error.message;
  }
}

async function decidersBut(
  ctx: Context,
  caller: PrincipalId,
  request: OpenRequest,
): Promise<readonly string[]> {
  if (request.kind === "question") return request.to;
  const { request: today, deniedBy } = await termsToday(ctx, request);
  if (deniedBy !== undefined) return [];
  const voted = today.authorization.votes.map(({ by }) => by.principal);
  const who = await whoMayDecide(ctx, today);
  return who
    .filter(({ id }) => id !== caller && !voted.includes(id))
    .map(({ name }) => name)
    .toSorted();
}
