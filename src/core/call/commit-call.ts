import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { Event } from "../../domain/log/event.ts";
import { present } from "../../domain/present.ts";
import type { Change } from "../../ports/store/store.ts";
import type { Context } from "./context.ts";
import { type CallIdentity, commitError, earlierResult, onceOf } from "./once.ts";

/**
 * Each lost race means that somebody else changed the same thing, and a thing has few changes in
 * its life.
 */
const MAX_RACES = 16;

/** A change that fits the state as it was read. */
export interface Planned<T> {
  readonly change: Change;
  /** Called after the commit; makes what the caller gets. */
  readonly done: () => T | Promise<T>;
}

/** There is nothing to commit: things already stand as the caller wants, and this is what it gets. */
export interface AlreadySo<T> {
  readonly alreadySo: T;
}

export interface Commitment<T> {
  /** What is changed, as the error names it: `Request req_…`. */
  readonly thing: string;
  /**
   * Reads the current state and plans from it; throws to refuse. Called again after each lost race.
   */
  readonly plan: () => Promise<Planned<T> | AlreadySo<T>>;
  /**
   * Turns the stored result of an earlier change with the same key into the return value. Absent if
   * no change has a key.
   */
  readonly replay?: (result: string) => T | Promise<T>;
  /** The result after every race was lost; absent if that is an error. */
  readonly lost?: () => T;
}

/**
 * Plans and commits on the condition that nobody was faster, and plans again after a lost race.
 * Throws CONFLICT after losing every race, and KEY_REUSED.
 */
export async function commitPlanned<T>(
  ctx: Context,
  { thing, plan, replay, lost }: Commitment<T>,
): Promise<T> {
  for (let race = 0; race < MAX_RACES; race++) {
    const planned = await plan();
    if ("alreadySo" in planned) return planned.alreadySo;
    const done = await ctx.commit(planned.change);
    if (done.outcome === "committed") return await planned.done();
    if (done.outcome === "replayed" && replay !== undefined) return await replay(done.result);
    if (done.outcome !== "conflict") throw commitError(done, planned.change);
  }
  if (lost !== undefined) return lost();
  throw new EarshotError("CONFLICT", `${thing} kept changing. Try again.`);
}

/** A call's change; `result` is what its key remembers. */
export interface PlannedCall<T> extends Planned<T> {
  readonly result: string;
}

export interface CallCommitment<T> {
  readonly thing: string;
  readonly plan: () => Promise<PlannedCall<T> | AlreadySo<T>>;
  /** Gets the result of an earlier call with the same key, and why this one was refused. */
  readonly replay: (result: string, refusal?: EarshotError) => T | Promise<T>;
}

/**
 * Commits a call's change once for its idempotency key. An earlier call with that key takes
 * precedence over a refusal: later events cannot undo what was done once.
 */
export async function commitCall<T>(
  ctx: Context,
  call: CallIdentity,
  { thing, plan, replay }: CallCommitment<T>,
): Promise<T> {
  try {
    return await commitPlanned(ctx, {
      thing,
      replay,
      async plan() {
        const planned = await plan();
        if ("alreadySo" in planned) {
          // Also refuses a key that was used for something else.
          await earlierResult(ctx, call);
          return planned;
        }
        const once = onceOf(ctx, call, planned.result);
        return { ...planned, change: { ...planned.change, ...present({ once }) } };
      },
    });
  } catch (error) {
    if (!isEarshotError(error)) throw error;
    const earlier = await earlierResult(ctx, call);
    if (earlier === undefined) throw error;
    return await replay(earlier, error);
  }
}

/**
 * Commits a call's change once for its idempotency key, where nobody else can change the same thing
 * meanwhile.
 */
export async function commitOnce(
  ctx: Context,
  call: CallIdentity,
  { result, change }: { readonly result: string; readonly change: Omit<Change, "once"> },
): Promise<{
  /** What the change created, now or the first time. */
  readonly result: string;
  readonly replayed: boolean;
  readonly events: readonly Event[];
}> {
  const whole: Change = { ...change, ...present({ once: onceOf(ctx, call, result) }) };
  const done = await ctx.commit(whole);
  if (done.outcome === "committed") return { result, replayed: false, events: done.events };
  if (done.outcome === "replayed") return { result: done.result, replayed: true, events: [] };
  throw commitError(done, whole);
}

/** Commits a change without a key, or throws why nothing was changed. */
export async function commitOrThrow(ctx: Context, change: Omit<Change, "once">): Promise<void> {
  const done = await ctx.commit(change);
  if (done.outcome !== "committed") throw commitError(done, change);
}
