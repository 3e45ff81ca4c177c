import type { PrincipalId } from "../../domain/id.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { ShareLiaisonInput, ShownLiaison } from "../../ports/earshot/liaison.ts";
import { commitCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { peopleNamed } from "../deciders/resolve-names.ts";
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
  for (const name of await peopleNamed(ctx, caller, names)) {
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
      const at = nowOf(ctx);
      const liaison = { ...shared, updatedAt: at, version: before.version + 1 };
      const said = { before, sharedWith, at, actor: caller.principal.id };
      return {
        done: () => shownLiaison(liaison),
        result: id,
        change: { workspace, writes: [{ type: "liaison.put", liaison }], events: sharing(said) },
      };
    },
    replay: async () => shownLiaison(await findLiaison(ctx, caller, id)),
  });
}

interface Sharing {
  readonly before: Liaison;
  readonly sharedWith: readonly { readonly name: string }[];
  readonly at: Timestamp;
  readonly actor: PrincipalId;
}

/** Who may read it from now on; nothing if that is who could. */
function sharing({ before, sharedWith, at, actor }: Sharing): readonly EventDraft[] {
  const former = before.sharedWith?.map(({ name }) => name).join(", ") ?? "";
  const names = sharedWith.map(({ name }) => name).join(", ");
  if (names === former) return [];
  const { id: subject, worker, agent } = before;
  const data = { ...present({ name: names === "" ? undefined : names }), count: sharedWith.length };
  return [{ type: "liaison.shared", at, actor, subject, agent: worker?.agent ?? agent, data }];
}
