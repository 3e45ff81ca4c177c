import { calledAt, NOTIFY, type Subscription } from "../../domain/hub/subscription.ts";
import type { MessageId, RequestId, WorkspaceId } from "../../domain/id.ts";
import type { EventType } from "../../domain/log/event.ts";
import { unansweredBack } from "../../domain/requests/asked-back.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
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
  "request.responded",
  "request.cancelled",
  "request.expired",
  "request.abandoned",
  "request.assumed",
]);

/**
 * Has the programs called that want to hear of a request, in the commit that closes it or in which a
 * person asks back: neither happens without the other. However a request closes, it ends in a commit, so
 * this stands here.
 */
export function callingBack(commit: Commit, { ids, outbound, people, store }: CallingBack): Commit {
  if (outbound === undefined) return commit;
  return async (change) => {
    const told = toldBy(change);
    if (told.length === 0) return await commit(change);
    const subscriptions = await subscriptionsFor(change.workspace, told);
    const calls = told.flatMap((one) => callsOf(one, subscriptions));
    if (calls.length === 0) return await commit(change);
    return await commit({ ...change, writes: [...change.writes, ...calls] });
  };

  /** Another node may have subscribed an agent a moment ago, and then the request that named a URL came here. */
  async function subscriptionsFor(workspace: WorkspaceId, told: readonly Told[]) {
    const known = await people.subscriptions(workspace);
    const isUnknown = told.some(
      ({ request: { notify, agent } }) =>
        notify !== undefined && !known.some((one) => one.agent === agent),
    );
    return isUnknown ? await store.listSubscriptions(workspace) : known;
  }

  function callsOf({ request, item, at }: Told, subscriptions: readonly Subscription[]): Write[] {
    const { workspace, agent, notify } = request;
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
          createdAt: at,
          dueAt: at,
        },
      ),
    }));
  }
}

/** What a program is told of one request: how it closed, or what a person asks back by a message. */
interface Told {
  readonly request: Request;
  readonly item: RequestId | MessageId;
  readonly at: Timestamp;
}

function toldBy({ writes, events }: Change): readonly Told[] {
  const closed = new Set<string>();
  const asked = new Set<string>();
  for (const { type, subject } of events) {
    if (CLOSING.has(type)) closed.add(subject);
    if (type === "request.asked_back") asked.add(subject);
  }
  if (closed.size + asked.size === 0) return [];
  return writes.flatMap((write): Told[] => {
    if (write.type !== "request.insert" && write.type !== "request.update") return [];
    const { request } = write;
    if (request.status !== "open") {
      return closed.has(request.id) ? [{ request, item: request.id, at: request.closedAt }] : [];
    }
    const back = asked.has(request.id) ? unansweredBack(request) : undefined;
    return back === undefined ? [] : [{ request, item: back.message, at: back.at }];
  });
}
