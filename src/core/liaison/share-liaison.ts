import type { Caller } from "../../domain/people/principal.ts";
import type { ShareLiaisonInput, ShownLiaison } from "../../ports/earshot/liaison.ts";
import { commitCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { operatorsNamed } from "../deciders/resolve-names.ts";
import { assertOwnWords, findLiaison } from "../liaison-changes/liaison-access.ts";
import { shownLiaison } from "../liaison-changes/shown-liaison.ts";

/** Says who else may read a conversation. Saying the same again changes nothing. */
export async function shareLiaison(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<ShareLiaisonInput>,
): Promise<ShownLiaison> {
  const { conversation_id: id, with: names } = input;
  assertOwnWords(await findLiaison(ctx, caller, id), caller);
  const { workspace } = caller.principal;
  const sharedWith: { readonly id: `prn_${string}`; readonly name: string }[] = [];
  for (const name of await operatorsNamed(ctx, caller, names)) {
    const person = await ctx.store.findPrincipalByName({ workspace, kind: "person", name });
    if (person !== undefined) sharedWith.push({ id: person.id, name });
  }
  const call: CallIdentity = { caller, operation: "shareLiaison", input, options };
  return await commitCall(ctx, call, {
    thing: `Conversation ${id}`,
    async plan() {
      const before = await findLiaison(ctx, caller, id);
      const { sharedWith: _, ...rest } = before;
      const shared = sharedWith.length === 0 ? rest : { ...rest, sharedWith };
      const liaison = { ...shared, updatedAt: nowOf(ctx), version: before.version + 1 };
      return {
        done: () => shownLiaison(liaison),
        result: id,
        change: { workspace, writes: [{ type: "liaison.put", liaison }], events: [] },
      };
    },
    replay: async () => shownLiaison(await findLiaison(ctx, caller, id)),
  });
}
