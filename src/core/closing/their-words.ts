import { EarshotError } from "../../domain/errors.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { Answer } from "../../domain/requests/question.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Context } from "../call/context.ts";
import { mayBeLiaisons } from "../callers/liaison-agent.ts";
import { assertOwnWords } from "../liaison-changes/liaison-access.ts";
import { wordsOfAnswer } from "./liaison-answered.ts";

/** As `assertOnlyTheirs`, and throws INVALID_INPUT for an answer without words. */
export async function assertTheirWords(
  ctx: Context,
  caller: Caller,
  { request, answer }: { readonly request: Request; readonly answer: Answer },
): Promise<void> {
  const isLiaisons = await assertOnlyTheirs(ctx, caller, request);
  if (!isLiaisons || request.kind !== "question") return;
  if (wordsOfAnswer(request.question.form, answer).trim() !== "") return;
  throw new EarshotError(
    "INVALID_INPUT",
    `The answer to ${request.id} says nothing. Fill in what you know, or say "You decide".`,
    { details: { id: request.id } },
  );
}

/**
 * Whether the liaison asks it. Throws NOT_ALLOWED if the liaison asks one person and the caller is
 * somebody else.
 */
export async function assertOnlyTheirs(
  ctx: Context,
  caller: Caller,
  request: Request,
): Promise<boolean> {
  if (!mayBeLiaisons(request) || request.kind !== "question") return false;
  const liaison = await ctx.store.findLiaison(request.workspace, request.conversation);
  if (liaison === undefined) return false;
  assertOwnWords(liaison, caller);
  return true;
}
