import type { Request } from "../../domain/requests/request.ts";
import { isAnyConfigured } from "../../ports/channels/outlets.ts";
import type { Context } from "../call/context.ts";
import { editAgain } from "./mark-seen.ts";

/**
 * Updates the posts after an operator edited the action, so the next approver sees the edited one.
 * If this fails, a press on an old post is refused and that post is updated then.
 */
export async function changeShown(ctx: Context, request: Request): Promise<void> {
  const { outlets, store } = ctx;
  if (!isAnyConfigured(outlets) || request.status !== "open") return;
  const shown = await store.deliveriesOf(request.workspace, request.id);
  for (const delivery of shown) await editAgain(ctx, delivery);
}
