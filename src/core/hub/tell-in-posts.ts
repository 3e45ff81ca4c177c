import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import type { Context } from "../call/context.ts";
import { editAgain } from "../planning/mark-seen.ts";

/** So many open requests of a workspace, the newest first, are told of; whoever looks at older ones looks at the page. */
const MOST_REQUESTS = 100;

/**
 * Has what stands before people say that it does not hear them, or no more so: who answers into a
 * channel that is deaf waits for nothing. Where a post cannot be changed another would only disturb.
 */
export async function tellInPosts(
  ctx: Context,
  { workspace, kind }: { readonly workspace: WorkspaceId; readonly kind: RemoteChannel },
): Promise<void> {
  const { store, outlets } = ctx;
  if (outlets?.channels.get(kind)?.capabilities.edit !== true) return;
  const open = await store.listRequests({
    workspace,
    status: "open",
    order: "newest",
    limit: MOST_REQUESTS,
  });
  for (const { id } of open) {
    const deliveries = await store.deliveriesOf(workspace, id);
    const here = deliveries.filter(({ address }) => address.channel === kind);
    for (const delivery of here) await editAgain(ctx, delivery);
  }
}
