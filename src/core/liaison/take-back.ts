import type { Liaison } from "../../domain/liaison/liaison.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import { transition } from "../../domain/requests/request-machine.ts";
import type { Actor } from "../../domain/surface.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { wordsOf } from "../log/words-of.ts";
import { settlingWrites } from "../planning/settle-deliveries.ts";

interface TakenBack {
  readonly writes: readonly Write[];
  readonly events: readonly EventDraft[];
}

/** Closes the person's open question, in the commit that makes it unnecessary. */
export async function takenBack(
  ctx: Context,
  { workspace, request: id }: Pick<Liaison, "workspace" | "request">,
  given: { readonly by: Actor; readonly reason: string; readonly at: Timestamp },
): Promise<TakenBack> {
  const open = id === undefined ? undefined : await ctx.store.findRequest(workspace, id);
  if (open?.status !== "open") return { writes: [], events: [] };
  const { by, reason, at } = given;
  const next = transition(open, { type: "cancel", by, reason }, at);
  return {
    writes: [{ type: "request.update", request: next }, ...(await settlingWrites(ctx, next))],
    events: [
      {
        type: "request.cancelled",
        at,
        actor: by.principal,
        subject: open.id,
        agent: open.agent,
        data: { via: by.via, ...wordsOf(ctx, { salt: open.salt, reason }) },
      },
    ],
  };
}
