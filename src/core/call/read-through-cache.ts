import type { WorkspaceId } from "../../domain/id.ts";
import type { CommitListener } from "../../ports/store/store.ts";
import {
  type SharedCache,
  STALE_BY_EVENT,
  WRITE_EFFECTS,
} from "../../ports/store/write-effects.ts";
import type { Clock } from "../../ports/system/clock.ts";
import type { Following } from "../waking/follow-nodes.ts";

/** Room for every agent and key of a large house; a full cache drops everything and reads again. */
const MAX_ENTRIES = 10_000;

/** Drops what a change in this workspace has made stale; without a workspace, everything. */
type Invalidate = (workspace?: WorkspaceId) => void;

/**
 * Tells each cache what has changed: commits of this node by their writes, those of other nodes by their
 * events. When a notice of another node may have been lost, every cache drops everything.
 */
export interface Invalidations {
  /** False while changes of other nodes may be unheard: then a cache neither serves nor keeps anything. */
  isSure(): boolean;
  add(cache: SharedCache, invalidate: Invalidate): void;
  readonly committed: CommitListener;
}

export function createInvalidations(
  following: Pick<Following, "isSure" | "onEvent" | "onDoubt">,
): Invalidations {
  const caches = new Map<string, Invalidate[]>();

  function invalidate(stale: Iterable<string>, workspace: WorkspaceId): void {
    for (const cache of stale) for (const drop of caches.get(cache) ?? []) drop(workspace);
  }

  following.onEvent(({ type, workspace }) => {
    invalidate(STALE_BY_EVENT.get(type) ?? [], workspace);
  });
  following.onDoubt(() => {
    for (const drops of caches.values()) for (const drop of drops) drop();
  });
  return {
    isSure: following.isSure,
    add: (cache, drop) => void caches.set(cache, [...(caches.get(cache) ?? []), drop]),
    committed({ workspace, writes }, { outcome }) {
      if (outcome !== "committed") return;
      for (const { type } of writes) invalidate(WRITE_EFFECTS[type].stale, workspace);
    },
  };
}

/** Keeps what was read until it hears that it has changed. Nothing is kept of a read that fails or finds nothing. */
export interface ReadThroughCache<V> {
  /** What is kept under the key, or what `read` brings; calls of one moment share a read. */
  get(key: string, read: () => Promise<V>): Promise<V>;
}

export interface CacheOptions<V> {
  /** Absent when nobody tells it of changes, and only time makes it read again. */
  readonly invalidated?: {
    readonly by: Pick<Invalidations, "isSure" | "add">;
    readonly as: SharedCache;
    /** Its keys are workspaces: a change in one leaves the others alone. */
    readonly isByWorkspace?: true;
  };
  /** From when a value is not served any more. */
  readonly expiry?: {
    readonly clock: Pick<Clock, "now">;
    readonly atMs: (value: V) => number | undefined;
  };
  readonly maxEntries?: number;
}

interface Entry<V> {
  readonly value: Promise<V>;
  expiresAtMs: number;
}

export function createReadThroughCache<V>(options: CacheOptions<V>): ReadThroughCache<V> {
  const { invalidated, expiry, maxEntries = MAX_ENTRIES } = options;
  const entries = new Map<string, Entry<V>>();
  const isSure = invalidated?.by.isSure ?? (() => true);
  // A read that is on its way goes with its entry: what it brings is older than the change.
  invalidated?.by.add(invalidated.as, (workspace) => {
    if (workspace !== undefined && invalidated.isByWorkspace) entries.delete(workspace);
    else entries.clear();
  });

  /** Before whoever waits for the read goes on. */
  function settle(key: string, entry: Entry<V>, value: V | undefined): void {
    const isKept = value !== undefined && isSure();
    if (isKept) entry.expiresAtMs = expiry?.atMs(value) ?? Number.POSITIVE_INFINITY;
    else if (entries.get(key) === entry) entries.delete(key);
  }

  return {
    get(key, read) {
      if (!isSure()) return read();
      const known = entries.get(key);
      if (known !== undefined && !(expiry && known.expiresAtMs <= expiry.clock.now())) {
        return known.value;
      }
      entries.delete(key);
      if (entries.size >= maxEntries) entries.clear();
      const entry: Entry<V> = { value: read(), expiresAtMs: Number.POSITIVE_INFINITY };
      entries.set(key, entry);
      entry.value.then(
        (value) => settle(key, entry, value),
        () => settle(key, entry, undefined),
      );
      return entry.value;
    },
  };
}
