import type { WorkspaceId } from "../../domain/id.ts";
import type { Event } from "../../domain/log/event.ts";
import type { LostHead } from "../../domain/log/set-back.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { LogPosition, Others } from "../../ports/store/others.ts";
import type { Store } from "../../ports/store/store.ts";
import type { Clock } from "../../ports/system/clock.ts";
import type { EventTail } from "./event-tail.ts";
import { createFollowedLog, type FollowedLog, type LostPlace } from "./follow-log.ts";
import { atMost } from "./run-at-most.ts";
import type { Waiters } from "./waiters.ts";
import { createRemoteWakes } from "./wake-remote.ts";

/** Caches are trusted this long after the last look at all logs. */
const SURE_FOR_MS = 5_000;
/** More reads at once would take the connections that calls need. */
const SETTLED_AT_ONCE = 2;

/** Hears the events of other nodes, once each, in their workspace's order. Must not throw. */
export type EventListener = (event: Event) => void;

/** What this node knows of the commits of all nodes over the store. */
export interface Following {
  /**
   * Whether caches can be trusted, because other nodes' changes are heard. If not, nothing may be
   * read from a cache or put into one. Always true over a store with a single writer.
   */
  isSure(): boolean;
  /**
   * Resolves when everything now in the workspace's log is heard; rejects with STORE_UNAVAILABLE.
   */
  catchUp(workspace: WorkspaceId): Promise<void>;
  /** Takes this node's commits into the tail. */
  committed(workspace: WorkspaceId, events: readonly Event[]): void;
  /** Adds a listener for events of other nodes. Own events may come to it too. */
  onEvent(listener: EventListener): void;
  /** Adds a listener that must forget everything it remembers. */
  onDoubt(listener: () => void): void;
  /**
   * Adds a listener for a log that went back, as after a failover to a lagging server. It resolves once
   * that is settled; until then no approval is used through this node. Must not reject.
   */
  onSetBack(listener: (lost: LostHead) => Promise<void>): void;
  /** Starts following; the returned function stops it. */
  start(): Promise<() => Promise<void>>;
  figures(): FollowingFigures;
}

export interface FollowingFigures {
  readonly isSure: boolean;
  /** How many events of other nodes were heard. */
  readonly heard: number;
  /** How often all caches were cleared because notices may have been missed. */
  readonly doubts: number;
  /** How often a log went back. */
  readonly setBacks: number;
}

export interface FollowingParts {
  readonly store: Pick<Store, "readEvents" | "findRequest">;
  readonly clock: Clock;
  readonly tail: EventTail;
  readonly waiters: Waiters;
  readonly others?: Others | undefined;
}

export function createFollowing(parts: FollowingParts): Following {
  const { others, tail } = parts;
  return others === undefined ? alone(tail) : following({ ...parts, others });
}

/** Nobody else writes to the store. */
function alone(tail: EventTail): Following {
  return {
    isSure: () => true,
    catchUp: async () => {},
    committed: tail.append,
    onEvent: () => {},
    onDoubt: () => {},
    onSetBack: () => {},
    start: async () => async () => {},
    figures: () => ({ isSure: true, heard: 0, doubts: 0, setBacks: 0 }),
  };
}

function following(parts: FollowingParts & { readonly others: Others }): Following {
  const { store, clock, tail, others } = parts;
  const listeners: EventListener[] = [];
  const doubters: (() => void)[] = [];
  const losses = createLosses();
  const wakes = createRemoteWakes(parts);
  const logs = createLogs(store, { hear, wentBack });
  let isHearing = false;
  let era = 0;
  let sureUntilMs = Number.NEGATIVE_INFINITY;
  let heard = 0;
  let doubts = 0;
  let setBacks = 0;

  function hear(workspace: WorkspaceId, events: readonly Event[], isOwn: boolean): void {
    tail.append(workspace, events);
    if (isOwn) return;
    heard += events.length;
    for (const event of events) {
      for (const listen of listeners) listen(event);
      wakes.heard(event);
    }
  }

  /** Lost commits may be remembered, and the events in their place were not heard. */
  function wentBack(
    workspace: WorkspaceId,
    { seq, at = toTimestamp(clock.now()) }: LostPlace,
  ): void {
    setBacks += 1;
    for (const forget of doubters) forget();
    tail.forget(workspace);
    for (const id of parts.waiters.awaited()) wakes.look(workspace, id);
    losses.tell({ workspace, seq, at, by: "memory" });
  }

  function doubt(): void {
    era += 1;
    sureUntilMs = Number.NEGATIVE_INFINITY;
    logs.doubt();
    if (!isHearing) return;
    isHearing = false;
    doubts += 1;
    for (const forget of doubters) forget();
  }

  /** Every log was just looked at. Once that is heard, caches are good for a while. */
  async function lookedAt(): Promise<void> {
    const seenMs = clock.now();
    const seenIn = era;
    try {
      await logs.settleAll();
    } catch {
      return;
    }
    // Notices may have stopped during the read.
    if (era !== seenIn) return;
    sureUntilMs = seenMs + SURE_FOR_MS;
    isHearing = true;
    if (losses.areSettled()) others.compared();
    wakes.again();
    logs.remember();
  }

  function isSure(): boolean {
    const leftMs = sureUntilMs - clock.now();
    return leftMs > 0 && leftMs <= SURE_FOR_MS;
  }

  return {
    isSure,
    async catchUp(workspace) {
      await others.catchUp(workspace);
      await logs.settled(workspace);
    },
    committed: logs.committed,
    onEvent: (listener) => void listeners.push(listener),
    onDoubt: (listener) => void doubters.push(listener),
    onSetBack: losses.listen,
    async start() {
      const stop = await others.listen({
        reached: logs.reached,
        hearing: (isHeard) => (isHeard ? void lookedAt() : doubt()),
      });
      return async () => {
        doubt();
        await stop();
      };
    },
    figures: () => ({ isSure: isSure(), heard, doubts, setBacks }),
  };
}

/** Who settles losses, and whether all of them are. */
function createLosses() {
  const listeners: ((lost: LostHead) => Promise<void>)[] = [];
  const unsettled = new Set<Promise<void>>();
  return {
    listen: (listener: (lost: LostHead) => Promise<void>) => void listeners.push(listener),
    tell(lost: LostHead): void {
      for (const listen of listeners) {
        const settled = listen(lost).finally(() => unsettled.delete(settled));
        unsettled.add(settled);
      }
    },
    areSettled: () => unsettled.size === 0,
  };
}

interface LogsOptions {
  /** As `FollowLogOptions`, for every log. */
  readonly hear: (workspace: WorkspaceId, events: readonly Event[], isOwn: boolean) => void;
  readonly wentBack: (workspace: WorkspaceId, lost: LostPlace) => void;
}

/** The logs of all workspaces, of which few are read at the same time. */
function createLogs(store: Pick<Store, "readEvents">, { hear, wentBack }: LogsOptions) {
  const logs = new Map<WorkspaceId, FollowedLog>();
  const inLine = new Set<FollowedLog>();
  const settleInLine = atMost(SETTLED_AT_ONCE);
  /** Whether a log unknown so far must be new, because all others were reported. */
  let isComplete = false;

  function logOf(workspace: WorkspaceId, from: number): FollowedLog {
    const known = logs.get(workspace);
    if (known !== undefined) return known;
    const log = createFollowedLog({
      from,
      read: (page) => store.readEvents({ workspace, ...page }),
      hear: (events, isOwn) => hear(workspace, events, isOwn),
      setBack: (lost) => wentBack(workspace, lost),
    });
    logs.set(workspace, log);
    return log;
  }

  /** A failed read is repeated at the next look at the logs. */
  function settleSoon(log: FollowedLog): void {
    if (!log.isBehind() || inLine.has(log)) return;
    inLine.add(log);
    void settleInLine(async () => {
      inLine.delete(log);
      if (log.isBehind()) await log.settled();
    }).catch(() => {});
  }

  function reached(positions: readonly LogPosition[]): void {
    for (const { workspace, seq } of positions) {
      // This node remembers nothing from before it began to listen.
      const log = logOf(workspace, isComplete ? 0 : seq);
      log.reached(seq);
      settleSoon(log);
    }
  }

  return {
    reached,
    committed(workspace: WorkspaceId, events: readonly Event[]): void {
      const first = events[0];
      if (first === undefined) return;
      const log = logOf(workspace, isComplete ? 0 : first.seq - 1);
      log.committed(events);
      settleSoon(log);
    },
    doubt(): void {
      for (const log of logs.values()) log.doubt();
    },
    async settled(workspace: WorkspaceId): Promise<void> {
      await logs.get(workspace)?.settled();
    },
    /** Reads all that lag; call it once every log was reported. */
    async settleAll(): Promise<void> {
      isComplete = true;
      const behind = [...logs.values()].filter((log) => log.isBehind());
      await Promise.all(behind.map((log) => settleInLine(() => log.settled())));
    },
    remember(): void {
      for (const log of logs.values()) void settleInLine(() => log.remember()).catch(() => {});
    },
  };
}
