import type { WorkspaceId } from "../../domain/id.ts";
import type { Event } from "../../domain/log/event.ts";

/**
 * Keeps the newest events of each workspace and announces the next ones. Without it a thousand open
 * streams would each read the store for every commit.
 */
export interface EventTail {
  append(workspace: WorkspaceId, events: readonly Event[]): void;
  /** The events after `after`; undefined if the tail does not reach back that far. */
  since(workspace: WorkspaceId, after: number): readonly Event[] | undefined;
  /** Calls `wake` once, at the workspace's next append or at the stop. */
  onNext(workspace: WorkspaceId, wake: () => void): () => void;
  /** Drops the events of a workspace whose log went back; followers read the store. */
  forget(workspace: WorkspaceId): void;
  /** How many streams wait for the next append. */
  waiting(): number;
  /** Ends every stream. */
  stop(): void;
  isStopped(): boolean;
}

const KEPT = 1024;
/** Kept for a workspace that nobody has followed for the last `KEPT` events. */
const KEPT_UNASKED = 32;

interface WorkspaceTail {
  events: Event[];
  /** How many were appended since somebody last read. */
  unasked: number;
  readonly listeners: Set<() => void>;
}

export function createEventTail(): EventTail {
  const tails = new Map<WorkspaceId, WorkspaceTail>();
  let isStopped = false;

  function tailOf(workspace: WorkspaceId): WorkspaceTail {
    const known = tails.get(workspace);
    if (known !== undefined) return known;
    const tail: WorkspaceTail = { events: [], unasked: KEPT, listeners: new Set() };
    tails.set(workspace, tail);
    return tail;
  }

  function wakeAll(tail: WorkspaceTail): void {
    const listeners = [...tail.listeners];
    tail.listeners.clear();
    for (const wake of listeners) wake();
  }

  return {
    append(workspace, events) {
      if (events.length === 0) return;
      const tail = tailOf(workspace);
      // After a gap the tail starts over; a follower that lags reads the store.
      if (tail.events.at(-1)?.seq !== (events[0]?.seq ?? 0) - 1) tail.events = [];
      for (const event of events) tail.events.push(event);
      tail.unasked += events.length;
      const kept = tail.listeners.size === 0 && tail.unasked > KEPT ? KEPT_UNASKED : KEPT;
      // Cut rarely and by half, so many appends share the cost.
      if (tail.events.length > kept * 2) tail.events = tail.events.slice(-kept);
      wakeAll(tail);
    },
    since(workspace, after) {
      const tail = tailOf(workspace);
      tail.unasked = 0;
      const { events } = tail;
      const first = events[0];
      if (first === undefined || after < first.seq - 1) return undefined;
      return events.slice(after - first.seq + 1);
    },
    onNext(workspace, wake) {
      if (isStopped) {
        wake();
        return () => {};
      }
      const tail = tailOf(workspace);
      const { listeners } = tail;
      tail.unasked = 0;
      listeners.add(wake);
      return () => listeners.delete(wake);
    },
    forget(workspace) {
      const tail = tails.get(workspace);
      if (tail === undefined) return;
      tail.events = [];
      wakeAll(tail);
    },
    waiting() {
      let count = 0;
      for (const { listeners } of tails.values()) count += listeners.size;
      return count;
    },
    stop() {
      isStopped = true;
      for (const tail of tails.values()) wakeAll(tail);
    },
    isStopped: () => isStopped,
  };
}
