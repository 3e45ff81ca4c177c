import { checkAttention } from "../../domain/hub/attention.ts";
import type { Attention } from "../../domain/hub/link.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { Change } from "../../ports/store/store.ts";
import { asOperator } from "../call/assert-caller.ts";
import { commitOnce } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";

/** Says when the caller wants to be interrupted, replacing what they said before. */
export async function setAttention(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<Omit<Attention, "operator">>,
): Promise<Attention> {
  const me = asOperator(caller);
  checkAttention(input);
  const attention: Attention = { ...input, operator: me.id };
  const call: CallIdentity = { caller, operation: "setAttention", input, options };
  const change: Change = {
    workspace: me.workspace,
    writes: [{ type: "attention.put", attention }],
    events: [{ type: "attention.changed", at: nowOf(ctx), actor: me.id, subject: me.id }],
  };
  await commitOnce(ctx, call, { result: me.id, change });
  return attention;
}

export async function attentionOf(ctx: Context, caller: Caller): Promise<Attention> {
  const me = asOperator(caller);
  const all = await ctx.store.listAttention(me.workspace);
  return all.find(({ operator }) => operator === me.id) ?? { operator: me.id };
}

/**
 * The time zone somebody's days and times are in: the named one, or that of their attention
 * settings.
 */
export async function zoneOf(
  { store }: Context,
  { principal }: Caller,
  named: string | undefined,
): Promise<string | undefined> {
  if (named !== undefined) return named;
  const all = await store.listAttention(principal.workspace);
  return all.find(({ operator }) => operator === principal.id)?.timeZone;
}
