import type { RequestId, WorkspaceId } from "../../domain/id.ts";
import { transition } from "../../domain/requests/request-machine.ts";
import { commitPlanned } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";

/**
 * Starts the time of a question that somebody was shown, and of those that share its answer. A
 * started clock is left alone.
 */
export async function startClock(
  ctx: Context,
  { workspace, id }: { readonly workspace: WorkspaceId; readonly id: RequestId },
): Promise<void> {
  for (const one of [id, ...(await ctx.store.ridersOf(workspace, id))]) {
    await startOne(ctx, workspace, one);
  }
}

async function startOne(ctx: Context, workspace: WorkspaceId, id: RequestId): Promise<void> {
  await commitPlanned(ctx, {
    thing: `Request ${id}`,
    async plan() {
      const request = await ctx.store.findRequest(workspace, id);
      const next = request && transition(request, { type: "deliver" }, nowOf(ctx));
      if (next === undefined || next === request) return { alreadySo: undefined };
      const writes = [{ type: "request.update", request: next }] as const;
      return { change: { workspace, writes, events: [] }, done: () => undefined };
    },
    // The next look at the request starts it.
    lost: () => undefined,
  });
}
