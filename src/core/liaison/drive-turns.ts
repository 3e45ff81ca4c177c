import { isEarshotError } from "../../domain/errors.ts";
import type { ConversationId } from "../../domain/id.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import { toMs } from "../../domain/timestamp.ts";
import { type Context, nowOf } from "../call/context.ts";
import { startLeasedJob } from "../call/leased-job.ts";
import { takeTurn } from "./take-turn.ts";

const PAGE = 50;
/** So many that cannot be made keep no others from their turn. */
const MOST_STUCK = 450;
const MAX_SLEEP_MS = 30_000;
/** A model that is away is asked again after this. */
const RETRY_MS = 15_000;

export interface DriveOptions {
  /**
   * Hears of a turn that could not be made; it is tried again. Of a halted liaison it hears once a
   * conversation: that lasts until an operator resumes it.
   */
  readonly onFault: (error: unknown) => void;
}

/**
 * Makes the turns that are owed: those of words that this node has taken in at once, and on one node at a
 * time those that nobody has made, as after a crash. The returned function ends it, once the turns
 * under way are made.
 */
export function startTurns(ctx: Context, { onFault }: DriveOptions): () => Promise<void> {
  let isStopped = false;
  /** How many of the earliest could not be made when they were last tried. */
  let stuck = 0;
  const halted = new Set<ConversationId>();
  let wakesAt = Number.POSITIVE_INFINITY;
  let cancelTimer = () => {};
  let running: Promise<void> = Promise.resolve();
  const job = startLeasedJob(ctx, { name: "liaison", onTaken: () => sleepUntil(ctx.clock.now()) });

  function sleepUntil(ms: number): void {
    if (isStopped || ms >= wakesAt) return;
    cancelTimer();
    wakesAt = ms;
    const delay = Math.min(Math.max(ms - ctx.clock.now(), 0), MAX_SLEEP_MS);
    cancelTimer = ctx.clock.after(delay, () => {
      wakesAt = Number.POSITIVE_INFINITY;
      running = running.then(takeDue);
    });
  }

  async function takeDue(): Promise<void> {
    if (isStopped || job.guard() === undefined) return;
    try {
      const due = await ctx.store.dueLiaisons(nowOf(ctx), PAGE + stuck);
      const made = await Promise.all(due.map(make));
      stuck = Math.min(made.filter((one) => !one).length, MOST_STUCK);
      const next = await ctx.store.nextLiaison();
      if (next === undefined) return;
      // What could not be made is due still: it is left alone for a while.
      const isAllMade = made.every((one) => one);
      sleepUntil(isAllMade ? toMs(next) : ctx.clock.now() + RETRY_MS);
    } catch (error) {
      onFault(error);
      sleepUntil(ctx.clock.now() + RETRY_MS);
    }
  }

  async function make({ workspace, id }: Pick<Liaison, "workspace" | "id">): Promise<boolean> {
    try {
      await takeTurn(ctx, { workspace, id });
      halted.delete(id);
      return true;
    } catch (error) {
      const isHalted = isEarshotError(error, "NOT_ALLOWED");
      if (!isHalted || !halted.has(id)) onFault(error);
      if (isHalted) halted.add(id);
      return false;
    }
  }

  ctx.onWrite("turns", ({ liaison }) => {
    if (isStopped || liaison.dueAt === undefined) return;
    ctx.clock.soon(() => void make(liaison));
    sleepUntil(toMs(liaison.dueAt));
  });
  ctx.following.onEvent(({ type }) => {
    // Another node's words: should it end before its turn, this one makes it.
    if (type === "liaison.said" || type === "liaison.begun" || type === "task.completed") {
      sleepUntil(ctx.clock.now() + RETRY_MS);
    }
  });
  return async () => {
    isStopped = true;
    cancelTimer();
    await job.stop();
    await running;
    await ctx.talks.idle();
  };
}
