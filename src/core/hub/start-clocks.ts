import type { RequestId, WorkspaceId } from "../../domain/id.ts";
import type { Context } from "../context.ts";
import { startClock } from "../start-clock.ts";

/** Begins the time of a question that stands before people, and of those that share its answer. */
export async function startClocks(
  ctx: Context,
  { workspace, id }: { readonly workspace: WorkspaceId; readonly id: RequestId },
): Promise<void> {
  await startClock(ctx, { workspace, id });
  for (const rider of await ctx.store.ridersOf(workspace, id)) {
    await startClock(ctx, { workspace, id: rider });
  }
}
