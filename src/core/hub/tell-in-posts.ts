import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import type { Context } from "../call/context.ts";
import { editAgain } from "../planning/mark-seen.ts";

/**
 * The newest open requests of a workspace, up to this many, say so; older ones are read on the
 * page.
 */
const MOST_REQUESTS = 100;

/**
 * Makes standing posts say that they do not hear people, and removes that again: an answer into a
 * deaf channel would be lost. A post that cannot be edited is left alone; a second one would only
 * disturb.
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
