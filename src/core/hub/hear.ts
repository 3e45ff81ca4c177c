import type { Channel, Sink } from "../../ports/channel.ts";
import type { Context } from "../context.ts";
import { startLeasedJob } from "../leased-job.ts";

/** A platform that is away is tried again after this. */
const RETRY_MS = 15_000;
/** How soon a node that may hear no more ceases to. */
const LOOK_MS = 2_000;

export interface HearOptions {
  readonly sink: Sink;
  readonly onFault: (error: unknown) => void;
}

/**
 * Has one node at a time hear what a platform delivers: of two that poll one account the platform
 * sends one away, or both get everything. Where the platform calls us, every node may be called. The
 * returned function ends it; it resolves when another node may begin.
 */
export function hear(
  ctx: Context,
  channel: Channel,
  { sink, onFault }: HearOptions,
): () => Promise<void> {
  // Whose account it is depends on the channel: nobody speaks for an account of another one.
  const own: Sink = async (event) => {
    if (event.address.channel === channel.kind) return await sink(event);
    throw new Error(`The channel ${channel.kind} told of an event on ${event.address.channel}.`);
  };
  let isHearing = false;
  let isStopped = false;
  let cancelTimer = () => {};
  let working: Promise<void> = Promise.resolve();
  const isEverywhere = channel.receive !== undefined;
  const job = isEverywhere
    ? undefined
    : startLeasedJob(ctx, { name: `hear ${channel.kind}`, onTaken: look });
  if (isEverywhere) look();

  function look(): void {
    cancelTimer();
    working = working.then(settle);
  }

  function lookIn(ms: number): void {
    cancelTimer();
    if (!isStopped) cancelTimer = ctx.clock.after(ms, look);
  }

  async function settle(): Promise<void> {
    const isMine = !isStopped && (job === undefined || job.guard() !== undefined);
    try {
      if (isMine && !isHearing) {
        await channel.start(own);
        isHearing = true;
      } else if (!isMine && isHearing) {
        isHearing = false;
        await channel.stop();
      }
      lookIn(LOOK_MS);
    } catch (error) {
      onFault(error);
      lookIn(RETRY_MS);
    }
  }

  return async () => {
    isStopped = true;
    cancelTimer();
    await working;
    await settle();
    await job?.stop();
  };
}
