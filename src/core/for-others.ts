import { ERRORS, isEarshotError } from "../domain/errors.ts";
import type { PrincipalId } from "../domain/id.ts";
import type { Caller } from "../domain/principal.ts";
import type { ForOthers, OpenAuthorization, Request } from "../domain/request.ts";
import { requireRight } from "../domain/rights.ts";
import { approvalNeeds } from "./approval-needs.ts";
import type { Context } from "./context.ts";
import { whoMayDecide } from "./may-decide.ts";
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
  if (caller.principal.kind !== "person") return requests;
  const told: R[] = [];
  // One after another: each asks the policy, and a page of them must not hold up other calls.
  for (const request of requests) {
    const forOthers = await forOthersThan(ctx, caller, request);
    told.push(forOthers === undefined ? request : { ...request, forOthers });
  }
  return told;
}

async function forOthersThan(
  ctx: Context,
  caller: Caller,
  request: Request,
): Promise<ForOthers | undefined> {
  if (request.status !== "open") return undefined;
  if (request.kind === "question") return viewersOnly(caller);
  try {
    const why = await hindrance(ctx, caller, request);
    if (why === undefined) return undefined;
    return { why, deciders: await decidersBut(ctx, caller.principal.id, request) };
  } catch (error) {
    // One that cannot be judged must not take the others of its page with it.
    if (!isEarshotError(error) || ERRORS[error.code].retry !== "never") throw error;
    return { why: error.message, deciders: [] };
  }
}

function viewersOnly(caller: Caller): ForOthers | undefined {
  try {
    requireRight(caller, "answer");
    return undefined;
  } catch (error) {
    if (!isEarshotError(error, "NOT_ALLOWED")) throw error;
    return { why: error.message, deciders: [] };
  }
}

async function hindrance(
  ctx: Context,
  caller: Caller,
  request: OpenAuthorization,
): Promise<string | undefined> {
  // Whoever has a key may say that they sit at a terminal, where digits and passphrases are taken.
  const { refusal, missing } = await approvalNeeds(ctx, caller, { request, via: "console" });
  if (refusal !== undefined || missing === undefined) return refusal;
  return missing === "passphrase"
    ? "It takes your passphrase, and you have set none: npx earshot passphrase."
    : "It takes a passkey of yours, and you have added none: npx earshot open, under Settings.";
}

async function decidersBut(
  ctx: Context,
  caller: PrincipalId,
  request: OpenAuthorization,
): Promise<readonly string[]> {
  const { request: today, deniedBy } = await termsToday(ctx, request);
  if (deniedBy !== undefined) return [];
  const voted = today.authorization.votes.map(({ by }) => by.principal);
  const who = await whoMayDecide(ctx, today);
  return who
    .filter(({ id }) => id !== caller && !voted.includes(id))
    .map(({ name }) => name)
    .toSorted();
}
