import { EarshotError } from "../../domain/errors.ts";
import type { Caller } from "../../domain/principal.ts";
import type { Answer } from "../../domain/question.ts";
import type { Request } from "../../domain/request.ts";
import type { Context } from "../context.ts";
import { assertOwnWords } from "./access.ts";
import { wordsOfAnswer } from "./after-closing.ts";
import { mayBeLiaisons } from "./liaison-agent.ts";

/**
 * Throws NOT_ALLOWED where somebody else would answer what the liaison has asked one person, and
 * INVALID_INPUT for an answer without a word.
 */
export async function assertTheirWords(
  ctx: Context,
  caller: Caller,
  { request, answer }: { readonly request: Request; readonly answer: Answer },
): Promise<void> {
  if (!mayBeLiaisons(request) || request.kind !== "question") return;
  const liaison = await ctx.store.findLiaison(request.workspace, request.conversation);
  if (liaison === undefined) return;
  assertOwnWords(liaison, caller);
  if (wordsOfAnswer(request.question.form, answer).trim() !== "") return;
  throw new EarshotError(
    "INVALID_INPUT",
    `The answer to ${request.id} says nothing. Fill in what you know, or say "You decide".`,
    { details: { id: request.id } },
  );
}
