import { isAtLeast, type Level } from "../authority/action.ts";
import type { RemoteChannel } from "../channel-kind.ts";
import { DEFAULT_FALLBACK_MS } from "../limits.ts";

/** How much of a request stands on a channel: all of it, or its title and the link to the page. */
export const CONTENT_MODES = ["full", "minimal"] as const;
export type ContentMode = (typeof CONTENT_MODES)[number];

/** Who is asked besides, where it is still open after so long: names, or roles as `role:owner`. */
export interface EscalationStep {
  readonly afterMs: number;
  readonly to: readonly string[];
}

/** What a policy says of how people are reached. */
export interface RoutingRules {
  readonly fallbackAfterMs?: number;
  readonly escalation?: readonly EscalationStep[];
  /** `full` for a channel that is not named. */
  readonly modes?: Readonly<Partial<Record<RemoteChannel, ContentMode>>>;
  /** An authorization of this level or above is minimal on every channel. */
  readonly minimalFrom?: Level;
}

/** What a route is planned by. */
export type Routing = Required<Pick<RoutingRules, "fallbackAfterMs" | "escalation">>;

export function routingOf({ fallbackAfterMs, escalation }: RoutingRules = {}): Routing {
  return { fallbackAfterMs: fallbackAfterMs ?? DEFAULT_FALLBACK_MS, escalation: escalation ?? [] };
}

/** Where the channel and the level say different things, the less is shown. */
export function contentMode(
  { modes, minimalFrom }: RoutingRules,
  { channel, level }: { readonly channel: RemoteChannel; readonly level?: Level },
): ContentMode {
  if (modes?.[channel] === "minimal") return "minimal";
  const isHigh = minimalFrom !== undefined && level !== undefined && isAtLeast(level, minimalFrom);
  return isHigh ? "minimal" : "full";
}
