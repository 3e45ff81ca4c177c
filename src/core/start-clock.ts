import type { RequestId, WorkspaceId } from "../domain/id.ts";
import { transition } from "../domain/request-machine.ts";
import { type Context, nowOf } from "./context.ts";

const MAX_RACES = 8;

/**
 * Begins the time of a question that was shown to somebody, and of those that share its answer; nothing
 * happens where it has begun.
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
  for (let race = 0; race < MAX_RACES; race++) {
    const request = await ctx.store.findRequest(workspace, id);
    if (request === undefined) return;
    const next = transition(request, { type: "deliver" }, nowOf(ctx));
    if (next === request) return;
    const writes = [{ type: "request.update", request: next }] as const;
    const { outcome } = await ctx.commit({ workspace, writes, events: [] });
    if (outcome === "committed") return;
  }
}
