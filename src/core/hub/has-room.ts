import type { WorkspaceId } from "../../domain/id.ts";
import type { Store } from "../../ports/store.ts";

/** What was counted is taken for granted for so many messages more. */
const TRUSTED = 128;

interface Counted {
  readonly queued: number;
  added: number;
}

type Counts = Map<WorkspaceId, Counted>;

const countsOf = new WeakMap<Pick<Store, "countQueued">, Counts>();

/**
 * Whether another message may wait. Counting costs as much as there is to count, so it is done for
 * every 128th; near the limit for each, and the limit is kept but for what other nodes add meanwhile.
 */
export async function hasRoom(
  store: Pick<Store, "countQueued">,
  { workspace, limit }: { readonly workspace: WorkspaceId; readonly limit: number },
): Promise<boolean> {
  const counts: Counts = countsOf.get(store) ?? new Map();
  countsOf.set(store, counts);
  const known = counts.get(workspace);
  const isKnown = known !== undefined && known.added < TRUSTED;
  const counted = isKnown && known.queued + TRUSTED < limit ? known : await count();
  counted.added += 1;
  return counted.queued < limit;

  async function count(): Promise<Counted> {
    const fresh = { queued: await store.countQueued(workspace), added: 0 };
    counts.set(workspace, fresh);
    return fresh;
  }
}
