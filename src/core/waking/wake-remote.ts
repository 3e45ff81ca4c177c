import type { RequestId, WorkspaceId } from "../../domain/id.ts";
import type { Event, EventType } from "../../domain/log/event.ts";
import type { Store } from "../../ports/store/store.ts";
import type { Clock } from "../../ports/system/clock.ts";
import type { Waiters } from "./waiters.ts";

const RETRY_MS = 1_000;

/** Events that close a request. */
const CLOSING: ReadonlySet<EventType> = new Set<EventType>([
  "request.answered",
  "request.approved",
  "request.rejected",
  "request.responded",
  "request.cancelled",
  "request.expired",
  "request.abandoned",
  "request.assumed",
]);

/** Waiters are told at once that nobody can be reached, and what a person asks before they decide. */
const TOLD_OPEN: ReadonlySet<EventType> = new Set<EventType>([
  "request.undeliverable",
  "request.asked_back",
]);

/** Wakes those who wait here for requests that closed on other nodes. */
export interface RemoteWakes {
  heard(event: Event): void;
  /** Reads a request again, if it is one of this workspace. */
  look(workspace: WorkspaceId, id: RequestId): void;
  /** Reads at once what could not be read before. */
  again(): void;
}

export function createRemoteWakes({
  store,
  clock,
  waiters,
}: {
  readonly store: Pick<Store, "findRequest">;
  readonly clock: Pick<Clock, "after">;
  readonly waiters: Waiters;
}): RemoteWakes {
  const unread = new Map<string, readonly [RequestId, WorkspaceId]>();
  let cancelRetry: (() => void) | undefined;

  /** Reads apart from the log, which must not wait for it. The store joins reads of one moment. */
  async function wake(workspace: WorkspaceId, id: RequestId, isToldOpen = false): Promise<void> {
    try {
      const request = await store.findRequest(workspace, id);
      if (request === undefined) return;
      if (request.status !== "open" || isToldOpen) waiters.wake(request);
    } catch {
      unread.set(`${workspace} ${id}`, [id, workspace]);
      cancelRetry ??= clock.after(RETRY_MS, again);
    }
  }

  function again(): void {
    cancelRetry?.();
    cancelRetry = undefined;
    const ids = [...unread.values()];
    unread.clear();
    for (const [id, workspace] of ids) if (waiters.isAwaited(id)) void wake(workspace, id);
  }

  return {
    heard({ type, subject, workspace }) {
      if (!waiters.isAwaited(subject)) return;
      if (CLOSING.has(type)) void wake(workspace, subject);
      if (TOLD_OPEN.has(type)) void wake(workspace, subject, true);
    },
    look: (workspace, id) => void wake(workspace, id),
    again,
  };
}
