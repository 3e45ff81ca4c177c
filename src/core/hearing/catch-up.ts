import type { Channel, Sink } from "../../ports/channels/channel.ts";
import { isChannelError } from "../../ports/channels/is-channel-error.ts";
import type { Context } from "../call/context.ts";
import { startLeasedJob } from "../call/leased-job.ts";
import { catchUpChats } from "./catch-up-chats.ts";
import { type CatchingUp, catchUpMarked } from "./catch-up-marked.ts";
import type { HeardChats } from "./heard-chats.ts";

const RETRY_MS = 30_000;
const MOST_RETRIES = 20;

interface CatchUpOptions {
  /** Takes each event as if just delivered, under its original key. */
  readonly sink: Sink;
  /** Records what was caught up with. */
  readonly heard: HeardChats;
  readonly onFault: (error: unknown) => void;
}

/**
 * Reads from a platform's history what was said while nobody listened, when this node starts to
 * listen for all. Known events have no effect again, thanks to their key. The returned function
 * stops it.
 */
export function startCatchUp(
  ctx: Context,
  channel: Channel,
  { sink, heard, onFault }: CatchUpOptions,
): () => Promise<void> {
  if (!channel.capabilities.history) return async () => {};
  const ending = new AbortController();
  let working: Promise<void> = Promise.resolve();
  const job = startLeasedJob(ctx, {
    name: `catch up ${channel.kind}`,
    onTaken() {
      working = working.then(work);
    },
  });
  const guard = () => (ending.signal.aborted ? undefined : job.guard());
  const given: CatchingUp = { channel, sink, heard, guard, ask };

  async function work(): Promise<void> {
    for (let retry = 0; retry <= MOST_RETRIES && guard() !== undefined; retry += 1) {
      try {
        await catchUpMarked(ctx, given);
        await catchUpChats(ctx, given, onFault);
        return;
      } catch (error) {
        if (guard() === undefined) return;
        onFault(error);
        await pause(RETRY_MS);
      }
    }
  }

  async function ask<T>(call: () => Promise<T>): Promise<T> {
    while (guard() !== undefined) {
      try {
        return await call();
      } catch (error) {
        await pause(waitMs(error));
      }
    }
    throw new Error("It is not this node's to do any more.");
  }

  async function pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = ctx.clock.after(ms, resolve);
    ending.signal.addEventListener("abort", () => resolve(), { once: true });
    if (ending.signal.aborted) resolve();
    await promise;
    cancel();
  }

  return async () => {
    ending.abort();
    await working;
    await job.stop();
  };
}

/** How long a platform wants to be left alone; rethrows any other error. */
function waitMs(error: unknown): number {
  if (!isChannelError(error) || error.kind !== "rate") throw error;
  return error.retryAfterMs ?? RETRY_MS;
}
