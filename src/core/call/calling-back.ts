import { calledAt, NOTIFY, type Subscription } from "../../domain/hub/subscription.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import type { EventType } from "../../domain/log/event.ts";
import type { ClosedRequest } from "../../domain/requests/request.ts";
import type { Outbound } from "../../ports/channels/outbound.ts";
import type { Change, Store, Write } from "../../ports/store/store.ts";
import type { Ids } from "../../ports/system/ids.ts";
import type { Commit } from "./group-commit.ts";
import { newDelivery } from "./new-delivery.ts";
import type { People } from "./people-cache.ts";

interface CallingBack {
  readonly ids: Ids;
  readonly outbound?: Outbound | undefined;
  readonly people: Pick<People, "subscriptions">;
  readonly store: Pick<Store, "listSubscriptions">;
}

/** Each says, once, how a request closed. */
const CLOSING: ReadonlySet<EventType> = new Set<EventType>([
  "request.answered",
  "request.answered_by_permission",
  "request.approved",
  "request.rejected",
  "request.cancelled",
  "request.expired",
  "request.abandoned",
  "request.assumed",
]);

/**
 * Has the programs called that want to hear of a request, in the commit that closes it: neither
 * happens without the other. However a request closes, it ends in a commit, so this stands here.
 */
export function callingBack(commit: Commit, { ids, outbound, people, store }: CallingBack): Commit {
  if (outbound === undefined) return commit;
  return async (change) => {
    const closed = closedBy(change);
    if (closed.length === 0) return await commit(change);
    const subscriptions = await subscriptionsFor(change.workspace, closed);
    const calls = closed.flatMap((request) => callsOf(request, subscriptions));
    if (calls.length === 0) return await commit(change);
    return await commit({ ...change, writes: [...change.writes, ...calls] });
  };

  /** Another node may have subscribed an agent a moment ago, and then the request that named a URL came here. */
  async function subscriptionsFor(workspace: WorkspaceId, closed: readonly ClosedRequest[]) {
    const known = await people.subscriptions(workspace);
    const isUnknown = closed.some(
      ({ notify, agent }) => notify !== undefined && !known.some((one) => one.agent === agent),
    );
    return isUnknown ? await store.listSubscriptions(workspace) : known;
  }

  function callsOf(request: ClosedRequest, subscriptions: readonly Subscription[]): Write[] {
    const { workspace, id: item, agent, notify, closedAt } = request;
    const subscription = subscriptions.find((one) => one.agent === agent);
    if (subscription === undefined) return [];
    return calledAt(subscription, notify).map((url) => ({
      type: "outbox.insert",
      delivery: newDelivery(
        { ids },
        {
          workspace,
          item,
          agent,
          address: { channel: NOTIFY, chatId: url },
          createdAt: closedAt,
          dueAt: closedAt,
        },
      ),
    }));
  }
}

function closedBy({ writes, events }: Change): readonly ClosedRequest[] {
  const subjects = new Set(
    events.flatMap(({ type, subject }) => (CLOSING.has(type) ? [subject] : [])),
  );
  if (subjects.size === 0) return [];
  return writes.flatMap((write) => {
    if (write.type !== "request.insert" && write.type !== "request.update") return [];
    const { request } = write;
    return request.status !== "open" && subjects.has(request.id) ? [request] : [];
  });
}
