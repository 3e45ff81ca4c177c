import type { Channel, Sink } from "../../ports/channels/channel.ts";
import type { Context } from "../call/context.ts";
import { startLeasedJob } from "../call/leased-job.ts";
import { createHearingTeller, type OnHearing } from "../hub/tell-hearing.ts";

/** A platform that is away is tried again after this. */
const RETRY_MS = 15_000;
/** How soon a node that may hear no more ceases to, and how often a channel is asked how it hears. */
const LOOK_MS = 2_000;

export interface HearOptions {
  readonly sink: Sink;
  readonly onFault: (error: unknown) => void;
  /** Is told what people are told of how the channel is heard. */
  readonly onHearing?: OnHearing;
}

/**
 * Has one node at a time hear what a platform delivers: of two that poll one account the platform
 * sends one away, or both get everything. Where the platform calls us, every node may be called. The
 * returned function ends it; it resolves when another node may begin.
 */
export function hear(
  ctx: Context,
  channel: Channel,
  { sink, onFault, onHearing }: HearOptions,
): () => Promise<void> {
  const { kind } = channel;
  // Whose account it is depends on the channel: nobody speaks for an account of another one.
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
  // Where every node hears, one of them tells people how.
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
