import { isEarshotError } from "../../domain/errors.ts";
import type { ConversationId } from "../../domain/id.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import { toMs } from "../../domain/timestamp.ts";
import { type Context, nowOf } from "../call/context.ts";
import { startLeasedJob } from "../call/leased-job.ts";
import { takeTurn } from "./take-turn.ts";

const PAGE = 50;
/** This many turns that cannot be made do not block the others. */
const MOST_STUCK = 450;
const MAX_SLEEP_MS = 30_000;
/** A model that is away is asked again after this. */
const RETRY_MS = 15_000;

export interface DriveOptions {
  /**
   * Hears of a turn that could not be made; it is tried again. A halted liaison is reported once
   * per conversation, because only an operator can resume it.
   */
  readonly onFault: (error: unknown) => void;
}

/**
 * Makes the turns that are owed. Words taken in on this node get theirs at once. One node at a time
 * makes those that nobody made, for example after a crash. The returned function stops it once
 * running turns are made.
 */
export function startTurns(ctx: Context, { onFault }: DriveOptions): () => Promise<void> {
  let isStopped = false;
  /** How many of the earliest failed at the last attempt. */
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
      // Failed turns are still due, so they are left alone for a while.
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
    // Words taken in on another node: if it dies before its turn, this one makes it.
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
