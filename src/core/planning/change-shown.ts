import type { Request } from "../../domain/requests/request.ts";
import type { Context } from "../call/context.ts";
import { editAgain } from "./mark-seen.ts";

/**
 * Has what stands before people changed to the action as an operator has edited it, so that the next
 * who approves sees that one. Where this is not done, a button is refused and that post is changed.
 */
export async function changeShown(ctx: Context, request: Request): Promise<void> {
  const { outlets, store } = ctx;
  if (outlets === undefined || request.status !== "open") return;
  const shown = await store.deliveriesOf(request.workspace, request.id);
  for (const delivery of shown) await editAgain(ctx, delivery);
}
