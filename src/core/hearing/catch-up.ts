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
  /** Takes each event as if it had just been delivered, under the key it had then. */
  readonly sink: Sink;
  /** Where what was caught up with is noted. */
  readonly heard: HeardChats;
  readonly onFault: (error: unknown) => void;
}

/**
 * Reads from the history of a platform what was said while nobody heard, when this node begins to do
 * so for all. An event that was heard does nothing again, by its key. The returned function ends it.
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

/** How long a platform wants to be left alone; throws what it does not say so with. */
function waitMs(error: unknown): number {
  if (!isChannelError(error) || error.kind !== "rate") throw error;
  return error.retryAfterMs ?? RETRY_MS;
}
