import type { RequestId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight, seesAll } from "../../domain/people/rights.ts";
import { asQuestion } from "../../domain/requests/request.ts";
import type { EarlierAnswer } from "../../ports/earshot/review.ts";
import { findRequest } from "../call/access.ts";
import type { Context } from "../call/context.ts";

const MAX_ANSWERS = 5;
/** More than needed: some similar questions were not answered, or came from another agent. */
const MAX_ALIKE = 50;

/** People's answers to similar questions; an agent gets only answers it was given before. */
export async function earlierAnswers(
  ctx: Context,
  caller: Caller,
  { id }: { readonly id: RequestId },
): Promise<{ readonly items: readonly EarlierAnswer[] }> {
  requireRight(caller, "read");
  const { workspace } = asQuestion(await findRequest(ctx, caller, id));
  const { similar: alike } = await ctx.inbox.similar({ workspace, id, limit: MAX_ALIKE });
  const items = alike.flatMap(({ request, similarity }): EarlierAnswer[] => {
    if (request.status !== "answered" || request.erasedAt !== undefined) return [];
    if (!seesAll(caller) && request.agent !== caller.principal.id) return [];
    const { answer, closedBy, closedAt, question } = request;
    const source = { request: request.id, text: question.text, by: closedBy.name, at: closedAt };
    return [{ ...source, answer, likeness: similarity }];
  });
  return { items: items.slice(0, MAX_ANSWERS) };
}
