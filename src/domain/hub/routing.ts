import { isAtLeast, type Level } from "../authority/action.ts";
import type { RemoteChannel } from "../channel-kind.ts";
import { DEFAULT_FALLBACK_MS } from "../limits.ts";

/** How much of a request a channel shows: all of it, or its title and the link to the page. */
export const CONTENT_MODES = ["full", "minimal"] as const;
export type ContentMode = (typeof CONTENT_MODES)[number];

/** Who else is asked if it is still open after that time: names, or roles as `role:owner`. */
export interface EscalationStep {
  readonly afterMs: number;
  readonly to: readonly string[];
}

/** A policy's rules on how people are reached. */
export interface RoutingRules {
  readonly fallbackAfterMs?: number;
  readonly escalation?: readonly EscalationStep[];
  /** `full` for a channel that is not named. */
  readonly modes?: Readonly<Partial<Record<RemoteChannel, ContentMode>>>;
  /** An authorization of this level or above is minimal on every channel. */
  readonly minimalFrom?: Level;
  /** Tools, as patterns, whose LOW and MEDIUM actions a notification on a device approves by name. */
  readonly approvedByName?: readonly string[];
}

/** The rules by which a route is planned. */
export type Routing = Required<Pick<RoutingRules, "fallbackAfterMs" | "escalation">>;

export function routingOf({ fallbackAfterMs, escalation }: RoutingRules = {}): Routing {
  return { fallbackAfterMs: fallbackAfterMs ?? DEFAULT_FALLBACK_MS, escalation: escalation ?? [] };
}

/** If the channel and the level disagree, less is shown. */
export function contentMode(
  { modes, minimalFrom }: RoutingRules,
  { channel, level }: { readonly channel: RemoteChannel; readonly level?: Level },
): ContentMode {
  if (modes?.[channel] === "minimal") return "minimal";
  const isHigh = minimalFrom !== undefined && level !== undefined && isAtLeast(level, minimalFrom);
  return isHigh ? "minimal" : "full";
}
