import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import type { Write } from "../../ports/store/store.ts";
import { isToBeTold, type KnownHearing } from "../call/channel-hearings.ts";
import { type Context, nowOf } from "../call/context.ts";
import { editAgain } from "../planning/mark-seen.ts";

/**
 * The newest open requests of a workspace, up to this many, say so; older ones are read on the
 * page.
 */
const MOST_REQUESTS = 100;

/** A node that started since then hears of it within this time. */
const TOLD_AGAIN_MS = 10 * MINUTE_MS;
const MOST_WHY = 300;

/** What people are told: why a channel is not heard, or undefined once it is. */
export type OnHearing = (why: string | undefined) => void;

interface TellerOptions {
  readonly kind: RemoteChannel;
  /** See `LeasedJob.guard`. */
  readonly guard: () => readonly Write[] | undefined;
  readonly onHearing: OnHearing | undefined;
}

/**
 * Logs when a channel has not been heard for a while, and when it is heard again; the page and
 * other nodes read it there. Call it every few seconds. It rejects while the store is away, and
 * reports the same at the next call.
 */
export function createHearingTeller(
  ctx: Context,
  { kind, guard, onHearing }: TellerOptions,
): () => Promise<void> {
  let toldAtMs: number | undefined;
  // Nobody knows what a node that died reported last.
  let isHeardTold = ctx.others === undefined;

  async function tell(known: KnownHearing, held: readonly Write[]): Promise<void> {
    const event = eventOf(ctx, kind, known);
    const why = event.data?.error;
    const workspaces = await ctx.store.listWorkspaces();
    for (const workspace of workspaces) {
      const { outcome } = await ctx.commit({ workspace, writes: held, events: [event] });
      // Another node reports, or the store refused the commit: try again at the next call.
      if (outcome !== "committed") return;
    }
    isHeardTold = why === undefined;
    const isNew = toldAtMs === undefined || why === undefined;
    toldAtMs = why === undefined ? undefined : ctx.clock.now();
    if (!isNew) return;
    onHearing?.(why);
    for (const workspace of workspaces) await tellInPosts(ctx, { workspace, kind });
  }

  return async () => {
    const held = guard();
    const known = ctx.hearings.of(kind);
    if (held === undefined || known === undefined || known.isElsewhere === true) return;
    const now = ctx.clock.now();
    const isDue =
      known.sinceMs === undefined
        ? !isHeardTold
        : isToBeTold(known, now) && now - (toldAtMs ?? 0) >= TOLD_AGAIN_MS;
    if (isDue) await tell(known, held);
  };
}

function eventOf(ctx: Context, kind: RemoteChannel, { hearing }: KnownHearing): EventDraft {
  const base = { at: nowOf(ctx), subject: kind } as const;
  if (hearing.state === "running") {
    return { ...base, type: "channel.heard", data: { channel: kind } };
  }
  const { state, why } = hearing;
  const data = { channel: kind, kind: state, error: why.slice(0, MOST_WHY) };
  return { ...base, type: "channel.unheard", data };
}

/**
 * Makes standing posts say that they do not hear people, and removes that again: an answer into a
 * deaf channel would be lost. A post that cannot be edited is left alone; a second one would only
 * disturb.
 */
async function tellInPosts(
  ctx: Context,
  { workspace, kind }: { readonly workspace: WorkspaceId; readonly kind: RemoteChannel },
): Promise<void> {
  const { store, outlets } = ctx;
  if (outlets?.channels.get(kind)?.capabilities.edit !== true) return;
  const open = await store.listRequests({
    workspace,
    status: "open",
    order: "newest",
    limit: MOST_REQUESTS,
  });
  for (const { id } of open) {
    const deliveries = await store.deliveriesOf(workspace, id);
    const here = deliveries.filter(({ address }) => address.channel === kind);
    for (const delivery of here) await editAgain(ctx, delivery);
  }
}
