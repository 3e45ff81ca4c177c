import { backOffMs, MAX_ATTEMPTS } from "../../domain/hub/back-off.ts";
import { ENDED_MARK, HEARD_MARK, type Mark } from "../../domain/hub/mark.ts";
import type { EventType } from "../../domain/log/event.ts";
import { present } from "../../domain/present.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Channel } from "../../ports/channels/channel.ts";
import { isChannelError } from "../../ports/channels/is-channel-error.ts";
import { isAnyConfigured, type Outlets } from "../../ports/channels/outlets.ts";
import type { Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type LeasedJob, startLeasedJob } from "../call/leased-job.ts";

const PAGE = 100;
/** Another node's marks are found within this time. */
const MAX_SLEEP_MS = 5_000;
const RETRY_MS = 1_000;
/** Within this time another node's marks are in the store, often many together. */
const SOON_MS = 250;
/** A missing channel may be back after the next start. */
const ABSENT_MS = 15 * MINUTE_MS;

/** Events with which a mark may appear or disappear. */
const TELLING: ReadonlySet<EventType> = new Set<EventType>([
  "delivery.sent",
  "session.paused",
  "session.completed",
  "session.failed",
  "session.cancelled",
  "session.created",
  "session.begun",
]);

interface MarksOptions {
  readonly onFault: (error: unknown) => void;
  /** In [0, 1); spreads the retries. */
  readonly random: () => number;
}

/**
 * Brings the marks on platforms in line with the store, on one node at a time. A mark that keeps
 * failing is given up, because it says nothing that the store does not know. The returned function
 * stops it.
 */
export function startMarks(ctx: Context, options: MarksOptions): () => Promise<void> {
  const { outlets } = ctx;
  if (outlets === undefined) return async () => {};
  const given = { ...options, outlets };
  const isAny: boolean = isAnyConfigured(outlets);
  if (isAny) return run(ctx, given);
  let stop: (() => Promise<void>) | undefined;
  let isStopped = false;
  outlets.onChange?.(() => {
    if (!isStopped && isAnyConfigured(outlets)) stop ??= run(ctx, given);
  });
  return async () => {
    isStopped = true;
    await stop?.();
  };
}

function run(
  ctx: Context,
  { outlets, onFault, random }: MarksOptions & { readonly outlets: Outlets },
): () => Promise<void> {
  let isStopped = false;
  let isCalledAgain = false;
  let working: Promise<void> | undefined;
  let isSoon = false;
  let cancelTimer = () => {};
  let cancelSoon = () => {};
  const job = startLeasedJob(ctx, { name: "marks", onTaken: wake });

  function wake(): void {
    cancelTimer();
    if (isStopped) return;
    isCalledAgain = working !== undefined;
    working ??= work().finally(() => {
      working = undefined;
      if (isCalledAgain) wake();
    });
  }

  async function work(): Promise<void> {
    const nextMs = await soonest().catch((error: unknown) => {
      onFault(error);
      return ctx.clock.now() + RETRY_MS;
    });
    if (isStopped) return;
    const delay = Math.min(Math.max(nextMs - ctx.clock.now(), 0), MAX_SLEEP_MS);
    cancelTimer = ctx.clock.after(delay, wake);
  }

  /** Sends what is due; returns when to look again. */
  async function soonest(): Promise<number> {
    while (job.guard() !== undefined && (await isPageFull())) {}
    const next = job.guard() === undefined ? undefined : await ctx.store.nextMark();
    return next === undefined ? Number.POSITIVE_INFINITY : toMs(next);
  }

  async function isPageFull(): Promise<boolean> {
    const due = await ctx.store.dueMarks(nowOf(ctx), PAGE);
    for (const mark of due) {
      if (isStopped || job.guard() === undefined) return false;
      await project(ctx, mark, { channel: outlets.channels.get(mark.channel), job, random });
    }
    return due.length === PAGE;
  }

  ctx.onWrite("marks", ({ mark: { attempts, dueAt } }) => {
    if (attempts === 0 && dueAt !== undefined) wake();
  });
  ctx.following.onEvent(({ type }) => {
    const isOfOthers = ctx.others !== undefined && TELLING.has(type);
    if (!isOfOthers || isStopped || isSoon || job.guard() === undefined) return;
    isSoon = true;
    cancelSoon = ctx.clock.after(SOON_MS, () => {
      isSoon = false;
      wake();
    });
  });
  return async () => {
    isStopped = true;
    cancelTimer();
    cancelSoon();
    await working;
    await job.stop();
  };
}

interface Projection {
  readonly channel: Channel | undefined;
  readonly job: Pick<LeasedJob, "guard">;
  readonly random: () => number;
}

async function project(ctx: Context, mark: Mark, given: Projection): Promise<void> {
  const { channel, random } = given;
  const isOn = mark.isOn && (await isWanted(ctx, mark));
  const { dueAt: _, ...asItIs } = { ...mark, isOn, version: mark.version + 1 };
  if (channel?.mark === undefined) {
    await put(ctx, given, { ...asItIs, dueAt: toTimestamp(ctx.clock.now() + ABSENT_MS) });
    return;
  }
  try {
    await channel.mark(mark, mark.name, isOn);
    await put(ctx, given, asItIs);
  } catch (error) {
    const attempts = mark.attempts + 1;
    const retryInMs = retryMs(error, { attempts, random: random() });
    const isGivenUp = retryInMs === undefined || attempts >= MAX_ATTEMPTS;
    const dueAt = toTimestamp(ctx.clock.now() + (retryInMs ?? 0));
    await put(ctx, given, {
      ...asItIs,
      attempts,
      ...present({ dueAt: isGivenUp ? undefined : dueAt }),
    });
  }
}

/** The question may have closed, or the session ended, just as its mark was stored. */
async function isWanted({ store }: Context, { workspace, name, session }: Mark): Promise<boolean> {
  if (name === ENDED_MARK) return true;
  const found = await store.findSession(workspace, session);
  if (name === HEARD_MARK)
    return found !== undefined && ["queued", "running"].includes(found.status);
  const waitsFor = found?.waitsFor;
  if (waitsFor === undefined) return false;
  return (await store.findRequest(workspace, waitsFor.request))?.status === "open";
}

/** Absent if another attempt cannot help. */
function retryMs(
  error: unknown,
  { attempts, random }: { readonly attempts: number; readonly random: number },
): number | undefined {
  const later = backOffMs(attempts, random);
  if (!isChannelError(error)) return later;
  if (error.kind === "permanent" || error.kind === "gone") return undefined;
  return Math.max(error.retryAfterMs ?? 0, later);
}

/** If the mark changed meanwhile, that change is sent instead. */
async function put(ctx: Context, { job }: Projection, mark: Mark): Promise<void> {
  const held: readonly Write[] | undefined = job.guard();
  if (held === undefined) return;
  const { workspace } = mark;
  await ctx.commit({ workspace, writes: [...held, { type: "mark.put", mark }], events: [] });
}
