import {
  checkReplies,
  DEFAULT_REASONS,
  type SavedReplies,
} from "../../domain/inbox/saved-replies.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { Change } from "../../ports/store/store.ts";
import { asOperator } from "../call/assert-caller.ts";
import { commitOnce } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";

/** Saves what the caller often replies, replacing what they saved before. */
export async function setReplies(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<Omit<SavedReplies, "operator">>,
): Promise<SavedReplies> {
  const me = asOperator(caller);
  checkReplies(input);
  const replies: SavedReplies = { ...input, operator: me.id };
  const call: CallIdentity = { caller, operation: "setReplies", input, options };
  const change: Change = {
    workspace: me.workspace,
    writes: [{ type: "replies.put", replies }],
    events: [{ type: "replies.changed", at: nowOf(ctx), actor: me.id, subject: me.id }],
  };
  await commitOnce(ctx, call, { result: me.id, change });
  return replies;
}

/** What the caller saved; until then, common reasons and no answers. */
export async function repliesOf(ctx: Context, caller: Caller): Promise<SavedReplies> {
  const me = asOperator(caller);
  const saved = await ctx.store.findReplies(me.workspace, me.id);
  return saved ?? { operator: me.id, answers: [], reasons: DEFAULT_REASONS };
}
