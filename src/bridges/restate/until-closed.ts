import { isEarshotError } from "../../domain/errors.ts";
import { SECOND_MS } from "../../domain/time.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { Given, SoughtCall } from "../outcomes.ts";

/** Of a handler of Restate. */
export interface RestateContext {
  awakeable(): { readonly id: string; readonly promise: Awakened };
  run<T>(name: string, action: () => Promise<T>): PromiseLike<T>;
  sleep(ms: number): PromiseLike<void>;
}

interface Awakened {
  orTimeout(ms: number): PromiseLike<unknown>;
}

export interface Waiting<O extends Given | SoughtCall> {
  readonly promise: Awakened;
  /** Asks; and once it was asked, says what people have said. */
  readonly look: () => Promise<O>;
  readonly lookAgainMs: number;
  readonly withdraw: Pick<Earshot, "cancel">;
}

/**
 * Sleeps until a request has closed. Whoever wakes the handler is believed only so far that it looks, with the
 * agent's key: a forged or misled call changes nothing but when. Each look is a step, so a replay goes the same way.
 */
export async function untilClosed<O extends Given | SoughtCall>(
  ctx: RestateContext,
  { promise, look, lookAgainMs, withdraw }: Waiting<O>,
): Promise<O> {
  try {
    return await closed(ctx, { promise, look, lookAgainMs });
  } catch (error) {
    if (!isCancelled(error)) throw error;
    // It may have been cancelled as it asked, so that only Earshot knows what was asked.
    await ctx.run("withdraw", async () => await takeBack(withdraw, await look()));
    throw error;
  }
}

async function closed<O extends Given | SoughtCall>(
  ctx: RestateContext,
  { promise, look, lookAgainMs }: Omit<Waiting<O>, "withdraw">,
): Promise<O> {
  const asked = await ctx.run("ask", look);
  if (asked.outcome !== "pending") return asked;
  for (let pauseMs = SECOND_MS; ; ) {
    const isWoken = await woken(promise, lookAgainMs);
    const seen = await ctx.run("look", async () => ({ outcome: await look(), isWoken }));
    if (seen.outcome.outcome !== "pending") return seen.outcome;
    if (!seen.isWoken) continue;
    // It wakes once only: nothing else will come but time.
    await ctx.sleep(Math.min(pauseMs, lookAgainMs));
    pauseMs *= 2;
  }
}

/** False once the time is over. Rejected is woken too: it is no person's word. */
async function woken(promise: Awakened, ms: number): Promise<boolean> {
  try {
    await promise.orTimeout(ms);
    return true;
  } catch (error) {
    const name = nameOf(error);
    if (name === "TimeoutError") return false;
    if (name === "TerminalError") return true;
    throw error;
  }
}

const isCancelled = (error: unknown) => nameOf(error) === "CancelledError";
const nameOf = (error: unknown) => (error instanceof Error ? error.name : undefined);

async function takeBack(
  earshot: Pick<Earshot, "cancel">,
  { request }: Given | SoughtCall,
): Promise<void> {
  try {
    await earshot.cancel({ id: request.id, reason: "Its run was cancelled in Restate." });
  } catch (error) {
    if (!isEarshotError(error) || error.code !== "REQUEST_CLOSED") throw error;
  }
}
