import { EarshotError } from "../../domain/errors.ts";
import type { ConversationId } from "../../domain/id.ts";
import { type Liaison, standingFeedback } from "../../domain/liaison/liaison.ts";
import { moveLiaison } from "../../domain/liaison/liaison-machine.ts";
import { MAX_WITHDRAWAL_REASON } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { checkNotBlank, checkText } from "../../domain/text.ts";
import type { WithdrawFeedbackInput, WithdrawnFeedback } from "../../ports/earshot/liaison.ts";
import { type AlreadySo, commitCall, type PlannedCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { asSpeaker, assertWithinToken, findLiaison } from "../liaison-changes/liaison-access.ts";
import { liaisonChange } from "../liaison-changes/liaison-change.ts";

const MAX_BYTES_OF_CHARACTER = 4;

/** Feedback that was read wrongly counts nowhere any more. What came of it in the conversation stays. */
export async function withdrawFeedback(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<WithdrawFeedbackInput>,
): Promise<WithdrawnFeedback> {
  checkNotBlank(input.reason, "reason");
  checkText(input.reason, "reason", MAX_WITHDRAWAL_REASON * MAX_BYTES_OF_CHARACTER);
  const call: CallIdentity = { caller, operation: "withdrawFeedback", input, options };
  const { conversation_id: id, round } = input;
  return await commitCall(ctx, call, {
    thing: `Conversation ${id}`,
    plan: () => withdrawing(ctx, caller, input),
    async replay() {
      const again = withdrawalOf(await findLiaison(ctx, caller, id), round);
      return again ?? missing(id, round);
    },
  });
}

async function withdrawing(
  ctx: Context,
  caller: Caller,
  { conversation_id: id, round, reason }: WithdrawFeedbackInput,
): Promise<PlannedCall<WithdrawnFeedback> | AlreadySo<WithdrawnFeedback>> {
  const before = await findLiaison(ctx, caller, id);
  assertMayWithdraw(before, caller);
  if (!standingFeedback(before).some((one) => one.round === round)) {
    const former = withdrawalOf(before, round) ?? missing(id, round);
    return { alreadySo: { ...former, repeated: true } };
  }
  const at = nowOf(ctx);
  const { id: actor, name: by, workspace } = caller.principal;
  const after = moveLiaison(before, { type: "feedback_withdrawn", round, by, reason }, at);
  const change = await liaisonChange(ctx, { before, after, at, actor });
  return {
    done: () => ({ conversation_id: id, round, by, reason, at }),
    result: String(round),
    change: { workspace, ...change },
  };
}

function assertMayWithdraw({ id, person, personName }: Liaison, caller: Caller): void {
  const { id: own, role } = asSpeaker(caller);
  assertWithinToken(caller, id);
  if (person === own || role === "owner") return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `What was said in ${id} is ${personName}'s: they withdraw its feedback, or an owner does.`,
    { details: { id, reason: "not_their_words" } },
  );
}

function withdrawalOf({ id, feedback }: Liaison, round: number): WithdrawnFeedback | undefined {
  const { withdrawn } = feedback.findLast((one) => one.round === round) ?? {};
  return withdrawn === undefined ? undefined : { conversation_id: id, round, ...withdrawn };
}

function missing(id: ConversationId, round: number): never {
  throw new EarshotError(
    "NOT_FOUND",
    `Round ${round} of ${id} has no published feedback. The conversation lists the rounds that have some.`,
    { details: { id, round } },
  );
}
