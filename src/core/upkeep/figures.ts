import { LEVELS } from "../../domain/authority/action.ts";
import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { Request } from "../../domain/requests/request.ts";
import { SESSION_STATUSES } from "../../domain/sessions/session.ts";
import { type Timestamp, toMs } from "../../domain/timestamp.ts";
import type {
  ChannelFigures,
  DeliveryFigures,
  Figures,
  StoreFigures,
} from "../../ports/system/figures.ts";
import type { Context } from "../call/context.ts";
import { notedHeardMs } from "../hub/channel-states.ts";
import { countUndeliverable } from "../planning/undeliverable.ts";

/** A collector of figures waits only seconds, and most wants the figures of this process. */
const PATIENCE_MS = 1_000;
/**
 * After a read this many times its own time passes before the next, so that several collectors of a
 * large record take a twentieth of the process at most.
 */
const REST = 19;

interface KnownFigures {
  readonly figures: StoreFigures;
  readonly atMs: number;
  /** Until then they are told again. */
  readonly untilMs: number;
}

type CoreFigures = Omit<Figures, "node" | "machine" | "jobs">;

/**
 * Reads the figures. If the store does not answer in time, it returns the last ones with their age:
 * a store that is away must not hide that.
 */
export function createFigures(ctx: Context): (caller: Caller) => Promise<CoreFigures> {
  const known = new Map<WorkspaceId, KnownFigures>();
  /** One read at a time, so a store that does not answer is not asked ever more. */
  const reading = new Map<WorkspaceId, Promise<void>>();

  async function read(workspace: WorkspaceId): Promise<void> {
    const begunMs = ctx.clock.now();
    try {
      const figures = await storeFigures(ctx, workspace);
      const atMs = ctx.clock.now();
      known.set(workspace, { figures, atMs, untilMs: atMs + (atMs - begunMs) * REST });
    } catch {
      // The age of the known figures shows it.
    } finally {
      reading.delete(workspace);
    }
  }

  async function readInTime(workspace: WorkspaceId): Promise<void> {
    const own = reading.get(workspace) ?? read(workspace);
    reading.set(workspace, own);
    const late = Promise.withResolvers<void>();
    const cancel = ctx.clock.after(PATIENCE_MS, late.resolve);
    await Promise.race([own, late.promise]);
    cancel();
  }

  return async ({ principal: { workspace } }) => {
    const askedMs = ctx.clock.now();
    if (askedMs >= (known.get(workspace)?.untilMs ?? 0)) await readInTime(workspace);
    const last = known.get(workspace);
    const isNow = last !== undefined && last.atMs >= askedMs;
    return {
      waiters: ctx.waiters.count(),
      channels: channelFigures(ctx),
      configured: configuredChannels(ctx),
      logSetBacks: ctx.following.figures().setBacks,
      clock: ctx.clock.standing(),
      ...(last !== undefined && {
        store: last.figures,
        storeAgeMs: isNow ? 0 : Math.max(ctx.clock.now() - last.atMs, 0),
      }),
    };
  };
}

function channelFigures({ outlets, hearings }: Context): readonly ChannelFigures[] {
  const failed = [...(outlets?.failed.keys() ?? [])].map(
    (channel): ChannelFigures => ({ channel, state: "failed" }),
  );
  const open = [...(outlets?.channels.keys() ?? [])].flatMap((channel): ChannelFigures[] => {
    const heard = hearings.of(channel);
    if (heard === undefined || heard.isElsewhere === true) return [];
    const { hearing, lastHeardMs } = heard;
    return [{ channel, state: hearing.state, ...(lastHeardMs !== undefined && { lastHeardMs }) }];
  });
  return [...open, ...failed];
}

function configuredChannels({ outlets }: Context): readonly RemoteChannel[] {
  return [...(outlets?.channels.keys() ?? []), ...(outlets?.failed.keys() ?? [])];
}

async function storeFigures(ctx: Context, workspace: WorkspaceId): Promise<StoreFigures> {
  const { store } = ctx;
  const { seq } = await store.head(workspace);
  const sought = await store.oldestAuthorizations(workspace);
  const links = await store.listLinks(workspace);
  return {
    openRequests: await store.countOpen(workspace),
    lastEvent: seq,
    oldestOpenMs: await oldestOpenMs(ctx, workspace),
    oldestByLevel: LEVELS.map((level) => ({ level, ms: ageMs(ctx, sought.get(level)) })),
    migrations: await store.countMigrations(),
    isSetBack: (await store.findSetBack(workspace)) !== undefined,
    unsealedEvents: seq - ((await store.lastCheckpoint(workspace))?.seq ?? 0),
    sessions: await Promise.all(
      SESSION_STATUSES.map(async (status) => {
        return { status, count: await store.countSessions({ workspace, status }) };
      }),
    ),
    deliveries: await Promise.all(
      configuredChannels(ctx).map(async (channel) => ({
        ...(await deliveryFigures(ctx, workspace, channel)),
        ...present({ lastHeardMs: notedHeardMs(links, channel) || undefined }),
      })),
    ),
    undeliverable: await countUndeliverable(ctx, workspace),
  };
}

async function deliveryFigures(
  ctx: Context,
  workspace: WorkspaceId,
  channel: RemoteChannel,
): Promise<DeliveryFigures> {
  const { store } = ctx;
  const [queued, failed, oldest] = await Promise.all([
    store.countQueued(workspace, channel),
    store.countFailed(workspace, channel),
    store.oldestQueued(workspace, channel),
  ]);
  return { channel, queued, failed, oldestMs: ageMs(ctx, oldest) };
}

/** How long the oldest open request has waited for a person; 0 if none does. */
async function oldestOpenMs(ctx: Context, workspace: WorkspaceId): Promise<number> {
  const query = { workspace, status: "open", order: "oldest", limit: 1 } as const;
  const [oldest]: readonly Request[] = await ctx.store.listRequests(query);
  return ageMs(ctx, oldest?.createdAt);
}

function ageMs({ clock }: Context, at: Timestamp | undefined): number {
  return at === undefined ? 0 : Math.max(clock.now() - toMs(at), 0);
}
