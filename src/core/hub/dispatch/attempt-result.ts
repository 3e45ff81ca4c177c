import { MAX_ATTEMPTS } from "../../../domain/hub/back-off.ts";
import type { Delivery } from "../../../domain/hub/delivery.ts";
import { moved } from "../../../domain/hub/delivery-machine.ts";
import type { EventDraft } from "../../../domain/log/event.ts";
import { present } from "../../../domain/present.ts";
import { toTimestamp } from "../../../domain/timestamp.ts";
import type { Channel } from "../../../ports/channels/channel.ts";
import type { Outlets } from "../../../ports/channels/outlets.ts";
import type { Write } from "../../../ports/store/store.ts";
import { type Context, nowOf } from "../../call/context.ts";
import { noteUndeliverable } from "../../planning/undeliverable.ts";
import { failureOf } from "./failure.ts";
import type { OnHubPoint } from "./hub-point.ts";

/* What becomes of an attempt, whatever it called. */

export interface AttemptHooks {
  /** Goes into every commit, so a node that lost the lane changes nothing. */
  readonly guard: () => readonly Write[] | undefined;
  /** In [0, 1). */
  readonly random: () => number;
  readonly onPoint?: OnHubPoint | undefined;
  /** Called when the platform has done its part, before that is stored. */
  readonly onAnswered: () => void;
}

export interface Attempt extends AttemptHooks {
  readonly delivery: Delivery;
  readonly channel: Channel;
  readonly outlets: Outlets;
}

export interface Attempted {
  /** Its lane stays quiet for this long. */
  readonly waitMs?: number;
  /** The job is done; otherwise the delivery must be read again. */
  readonly isDone: boolean;
  /** The platform was not called. */
  readonly isUnsent?: true;
}

export const DONE: Attempted = { isDone: true };
export const AGAIN: Attempted = { isDone: false };

export async function failed(
  ctx: Context,
  given: AttemptHooks,
  { begun, error, isUnsure = false }: { begun: Delivery; error: unknown; isUnsure?: boolean },
): Promise<Attempted> {
  const failure = failureOf(error, { attempts: begun.attempts, random: given.random() });
  // A failed search says nothing about whether the post is there; a refusal does.
  const isOpen = isUnsure && failure.error.code !== "refused";
  const kept = isOpen ? ({ ...failure.error, code: "ambiguous" } as const) : failure.error;
  if (failure.retryInMs !== undefined && begun.attempts < MAX_ATTEMPTS) {
    const until = toTimestamp(ctx.clock.now() + failure.retryInMs);
    const { isUncounted } = failure;
    const event = { type: "put_off", until, error: kept, isUncounted } as const;
    await put(ctx, given, { next: moved(begun, event, nowOf(ctx)) });
    return failure.error.code === "rate_limited" ? { ...AGAIN, waitMs: failure.retryInMs } : AGAIN;
  }
  const next = moved(begun, { type: "give_up", error: kept }, nowOf(ctx));
  const { item, operator } = begun;
  const hasten: Write[] =
    operator === undefined || next.status !== "failed"
      ? []
      : [{ type: "outbox.hasten", item, heldFor: "fallback", operator, at: nowOf(ctx) }];
  const logged = eventOf(ctx, begun, { type: "delivery.failed", error: failure.error.code });
  const isStored = await put(ctx, given, { next, logged, besides: hasten });
  if (isStored && next.status === "failed") await noteUndeliverable(ctx, next);
  return isStored ? DONE : AGAIN;
}

/**
 * Whether it was stored. It is not if the delivery changed meanwhile, or another node has the lane.
 */
export async function put(
  ctx: Context,
  { guard }: AttemptHooks,
  {
    next,
    logged,
    besides = [],
  }: { next: Delivery; logged?: EventDraft; besides?: readonly Write[] },
): Promise<boolean> {
  const held = guard();
  if (held === undefined) return false;
  const done = await ctx.commit({
    workspace: next.workspace,
    writes: [...held, { type: "outbox.put", delivery: next }, ...besides],
    events: logged === undefined ? [] : [logged],
  });
  return done.outcome === "committed";
}

export function eventOf(
  ctx: Context,
  { id, item, agent, address }: Delivery,
  { type, error }: { readonly type: EventDraft["type"]; readonly error?: string },
): EventDraft {
  const what = { via: address.channel, channel: address.channel, delivery: id };
  return { type, at: nowOf(ctx), subject: item, agent, data: { ...what, ...present({ error }) } };
}

/** An attempt without a known end, or with a broken connection, may have been done. */
export function mayBeThere({ attempts, error }: Delivery): boolean {
  return attempts > 0 && (error === undefined || error.code === "ambiguous");
}
