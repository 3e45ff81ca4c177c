import type { ConversationId } from "../../domain/id.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight, seesAll } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { Page } from "../../ports/earshot/call.ts";
import type { ListLiaisonsInput, ShownLiaison } from "../../ports/earshot/liaison.ts";
import type { LiaisonQuery } from "../../ports/store/liaison-store.ts";
import type { Context } from "../call/context.ts";
import { pageLimit, toPage } from "../call/page.ts";
import { findLiaison, maySee } from "../liaison-changes/liaison-access.ts";
import { shownLiaison } from "../liaison-changes/shown-liaison.ts";

export async function showLiaison(
  ctx: Context,
  caller: Caller,
  { conversation_id: id }: { readonly conversation_id: ConversationId },
): Promise<ShownLiaison> {
  requireRight(caller, "read");
  return shownLiaison(await findLiaison(ctx, caller, id));
}

/** The newest first. */
export async function listLiaisons(
  ctx: Context,
  caller: Caller,
  input: ListLiaisonsInput = {},
): Promise<Page<ShownLiaison>> {
  requireRight(caller, "read");
  const limit = pageLimit(input.limit);
  const query = queryOf(caller, input);
  const visible: ShownLiaison[] = [];
  // A cursor must not reveal what the agent may not see, and no page may be short because of it.
  for (let { after } = query; ; ) {
    const place = after === undefined ? {} : { after };
    const found = await ctx.store.listLiaisons({ ...query, ...place, limit: limit + 1 });
    visible.push(...found.filter((one) => maySee(caller, one)).map(shownLiaison));
    if (found.length <= limit || visible.length > limit) return toPage(visible, limit);
    after = found.at(-1)?.id;
  }
}

function queryOf(caller: Caller, input: ListLiaisonsInput): Omit<LiaisonQuery, "limit"> {
  const { workspace, kind, id } = caller.principal;
  const { phase, cursor, mine = false } = input;
  return {
    workspace,
    order: "newest",
    ...present({
      phase,
      after: cursor === undefined ? undefined : (cursor as ConversationId),
      openTo: seesAll(caller) ? undefined : id,
      person: mine && kind === "person" ? id : undefined,
      worker: mine && kind === "agent" ? id : undefined,
    }),
  };
}

/** All of a workspace, oldest first. Pages are large, so other ready work runs between them. */
export async function* eachLiaison(
  { store, clock }: Pick<Context, "store" | "clock">,
  workspace: Liaison["workspace"],
): AsyncGenerator<Liaison, void> {
  const limit = 50;
  let after: ConversationId | undefined;
  for (;;) {
    const page = await store.listLiaisons({
      workspace,
      order: "oldest",
      limit,
      ...present({ after }),
    });
    yield* page;
    after = page.at(-1)?.id;
    if (page.length < limit) return;
    await new Promise<void>((resolve) => clock.soon(resolve));
  }
}
