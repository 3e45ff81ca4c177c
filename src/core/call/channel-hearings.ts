import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { Event } from "../../domain/log/event.ts";
import type { Channel } from "../../ports/channels/channel.ts";
import { type ChannelHearing, RUNNING } from "../../ports/channels/channel-hearing.ts";
import { isChannelError } from "../../ports/channels/is-channel-error.ts";
import type { Clock } from "../../ports/system/clock.ts";

/** How one channel is heard, as this process knows it. */
export interface KnownHearing {
  readonly hearing: ChannelHearing;
  /** Since when this process has seen it not running; absent while it runs. */
  readonly sinceMs?: number;
  /** Another process listens to it, and reports in the log. */
  readonly isElsewhere?: true;
  /** When the newest thing that people did there arrived. */
  readonly lastHeardMs?: number;
}

/** Platforms renew their connections every few hours. A shorter interruption is not reported. */
const TOLD_AFTER_MS = 30_000;

/**
 * Whether the interruption has lasted long enough to report. What another node reports already has.
 */
export function isToBeTold({ sinceMs, isElsewhere }: KnownHearing, nowMs: number): boolean {
  if (sinceMs === undefined) return false;
  return isElsewhere === true || nowMs - sinceMs >= TOLD_AFTER_MS;
}

/**
 * The one place that knows whether channels are being heard. A channel reports its own state. That
 * is of no use for a channel which could not start, or which another node listens to; those are
 * tracked here.
 */
export interface ChannelHearings {
  of(kind: RemoteChannel): KnownHearing | undefined;
  /** This process starts to listen to the channel, or tried to. */
  started(channel: Channel): void;
  notStarted(kind: RemoteChannel, error: unknown): void;
  /** Another process listens to it from now on. */
  ended(kind: RemoteChannel): void;
  heard(kind: RemoteChannel, atMs: number): void;
  /** Takes in what another process reports in the log. */
  told(event: Event): void;
}

interface Known {
  ask(): ChannelHearing;
  sinceMs?: number | undefined;
  isElsewhere?: true;
}

export function createChannelHearings(clock: Pick<Clock, "now">): ChannelHearings {
  const known = new Map<RemoteChannel, Known>();
  const lastHeard = new Map<RemoteChannel, number>();

  /** A change before the first question goes unseen, so the state is polled every few seconds. */
  function look(one: Known): Pick<KnownHearing, "hearing" | "sinceMs"> {
    const hearing = one.ask();
    one.sinceMs = hearing.state === "running" ? undefined : (one.sinceMs ?? clock.now());
    return one.sinceMs === undefined ? { hearing } : { hearing, sinceMs: one.sinceMs };
  }

  function put(kind: RemoteChannel, next: Known): void {
    const sinceMs = known.get(kind)?.sinceMs;
    const one = { ...next, sinceMs };
    known.set(kind, one);
    look(one);
  }

  return {
    of(kind) {
      const one = known.get(kind);
      if (one === undefined) return undefined;
      const lastHeardMs = lastHeard.get(kind);
      return {
        ...look(one),
        ...(one.isElsewhere === true && { isElsewhere: true }),
        ...(lastHeardMs !== undefined && { lastHeardMs }),
      };
    },
    started: (channel) => put(channel.kind, { ask: () => channel.hearing?.() ?? RUNNING }),
    notStarted(kind, error) {
      const hearing = hearingBehind(error);
      put(kind, { ask: () => hearing });
    },
    ended(kind) {
      if (known.get(kind)?.isElsewhere === true) return;
      known.set(kind, { ask: () => RUNNING, isElsewhere: true });
    },
    heard(kind, atMs) {
      // A platform whose clock runs ahead must not make this look more recent than it is.
      lastHeard.set(kind, Math.max(lastHeard.get(kind) ?? 0, Math.min(atMs, clock.now())));
    },
    told({ type, data }) {
      const kind = data?.channel;
      if (kind === undefined || known.get(kind)?.isElsewhere !== true) return;
      if (type === "channel.heard") put(kind, { ask: () => RUNNING, isElsewhere: true });
      if (type !== "channel.unheard") return;
      const why = data?.error ?? "";
      const state = data?.kind === "deaf" ? "deaf" : "reconnecting";
      put(kind, { ask: () => ({ state, why }), isElsewhere: true });
    },
  };
}

function hearingBehind(error: unknown): ChannelHearing {
  const why = error instanceof Error ? error.message : String(error);
  const isForGood = isChannelError(error) && error.kind === "permanent";
  return { state: isForGood ? "deaf" : "reconnecting", why };
}
