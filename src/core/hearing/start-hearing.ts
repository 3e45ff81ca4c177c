import type { Channel, Sink } from "../../ports/channels/channel.ts";
import type { Context } from "../call/context.ts";
import { startLeasedJob } from "../call/leased-job.ts";
import { createHearingTeller, type OnHearing } from "../hub/tell-hearing.ts";

/** A platform that is away is tried again after this. */
const RETRY_MS = 15_000;
/**
 * How soon a node that lost the job stops listening, and how often a channel's state is checked.
 */
const LOOK_MS = 2_000;

export interface HearOptions {
  readonly sink: Sink;
  readonly onFault: (error: unknown) => void;
  /** Hears what people are told about how the channel is heard. */
  readonly onHearing?: OnHearing;
}

/**
 * Lets one node at a time listen to a platform. If two poll one account, the platform either drops
 * one or both get everything. If the platform calls us, every node may be called. The returned
 * function stops it and resolves when another node may begin.
 */
export function hear(
  ctx: Context,
  channel: Channel,
  { sink, onFault, onHearing }: HearOptions,
): () => Promise<void> {
  const { kind } = channel;
  // Accounts belong to their channel: an account of one channel cannot act on another.
  const own: Sink = async (event) => {
    if (event.address.channel !== kind) {
      throw new Error(`The channel ${kind} told of an event on ${event.address.channel}.`);
    }
    const heard = await sink(event);
    ctx.hearings.heard(kind, event.atMs);
    return heard;
  };
  let isHearing = false;
  let isStopped = false;
  let startsAtMs = Number.NEGATIVE_INFINITY;
  let cancelTimer = () => {};
  let working: Promise<void> = Promise.resolve();
  const isEverywhere = channel.receive !== undefined;
  // If every node listens, one of them reports to people.
  const job = startLeasedJob(ctx, { name: `hear ${kind}`, onTaken: look });
  const tell = createHearingTeller(ctx, { kind, guard: job.guard, onHearing });
  if (isEverywhere) look();

  function look(): void {
    cancelTimer();
    working = working.then(settle);
  }

  async function settle(): Promise<void> {
    await inTurn().catch(onFault);
    cancelTimer();
    if (!isStopped) cancelTimer = ctx.clock.after(LOOK_MS, look);
  }

  async function inTurn(): Promise<void> {
    const isMine = !isStopped && (isEverywhere || job.guard() !== undefined);
    if (isMine && !isHearing) await start();
    if (!isMine) await end();
    if (!isStopped) await tell();
  }

  async function start(): Promise<void> {
    if (ctx.clock.now() < startsAtMs) return;
    try {
      await channel.start(own);
      isHearing = true;
      ctx.hearings.started(channel);
    } catch (error) {
      startsAtMs = ctx.clock.now() + RETRY_MS;
      ctx.hearings.notStarted(kind, error);
      onFault(error);
    }
  }

  async function end(): Promise<void> {
    ctx.hearings.ended(kind);
    if (!isHearing) return;
    isHearing = false;
    await channel.stop();
  }

  return async () => {
    isStopped = true;
    cancelTimer();
    await working;
    await settle();
    await job.stop();
  };
}
