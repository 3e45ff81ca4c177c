import { DEFAULT_WORKSPACE } from "../../domain/id.ts";
import { SEALED_AFTER_MS } from "../../domain/limits.ts";
import { anchorLine } from "../../domain/log/checkpoint.ts";
import { HOUR_MS, MINUTE_MS } from "../../domain/time.ts";
import { whyRefused } from "../../domain/why-refused.ts";
import type { AnchorPlace, AnchorPlan } from "../../ports/system/anchor-places.ts";
import type { Context } from "../call/context.ts";
import { startLeasedJob } from "../call/leased-job.ts";
import { ownerNotices } from "../notices/owner-notices.ts";
import { type AnchorFault, OWNERS_TOLD } from "../notices/owners-told.ts";

/** The start has other things to do first. */
const FIRST_MS = 5_000;
/** The longest time between two looks: a clock may be set, and a timer cannot hold a month. */
const LOOK_MS = HOUR_MS;
/** The pause after a place could not be written. */
const RETRY_MS = 5 * MINUTE_MS;
/** A place that takes longer, such as a disk behind a network that is away, holds up nothing else. */
const PATIENCE_MS = MINUTE_MS;
/** A place that fails so often in a row is told to the owners. */
const TOLD_AFTER = 3;

export interface AnchoringOptions extends AnchorPlan {
  /** Hears of each failure; it is tried again. */
  readonly onFault: (error: unknown, place: string) => void;
}

export interface Anchoring {
  /** How often a place could not be written. */
  failures(): number;
  /** Interrupts what is under way. */
  stop(): Promise<void>;
}

/**
 * Writes the newest checkpoints to each place when that is due, on one node at a time. A place that
 * fails or hangs holds up neither the others nor any call.
 */
export function startAnchoring(ctx: Context, options: AnchoringOptions): Anchoring {
  const { everyMs, places, notes, onFault } = options;
  const { clock } = ctx;
  const ended = new AbortController();
  /** When each place is next written, once this process has tried. */
  const nextMs = new Map<string, number>();
  const inRow = new Map<string, number>();
  const pending = new Set<string>();
  let failures = 0;
  let cancelTimer = () => {};
  let running: Promise<void> = Promise.resolve();

  function lookIn(ms: number): void {
    if (ended.signal.aborted) return;
    cancelTimer();
    cancelTimer = clock.after(Math.min(Math.max(ms, 0), LOOK_MS), () => {
      running = running.then(look);
    });
  }

  async function look(): Promise<void> {
    if (job.guard() === undefined) return;
    const due = places.filter((place) => dueInMs(place) <= 0);
    await Promise.all(due.map(writeTo));
    lookIn(Math.min(...places.map(dueInMs)));
  }

  function dueInMs(place: AnchorPlace): number {
    const doneMs = notes.doneMs(place);
    const noted = doneMs === undefined ? 0 : doneMs + everyMs - clock.now();
    const own = nextMs.get(place.id);
    // After a time that lies ahead, the clock was set back.
    return own === undefined ? Math.min(noted, everyMs) : own - clock.now();
  }

  function again(place: AnchorPlace, inMs: number): void {
    nextMs.set(place.id, clock.now() + inMs);
  }

  async function writeTo(place: AnchorPlace): Promise<void> {
    try {
      const lines = await newestLines(ctx);
      if (lines.length === 0) return again(place, SEALED_AFTER_MS);
      await inTime(place, lines);
      again(place, everyMs);
      inRow.delete(place.id);
      notes.done(place);
    } catch (error) {
      if (ended.signal.aborted) return;
      again(place, RETRY_MS);
      await failed(place, error).catch((fault: unknown) => onFault(fault, place.name));
    }
  }

  async function inTime(place: AnchorPlace, lines: readonly string[]): Promise<void> {
    if (pending.has(place.id)) throw new Error("It still hangs from the time before");
    const late = Promise.withResolvers<never>();
    const cancel = clock.after(PATIENCE_MS, () => late.reject(new Error("It took too long")));
    const stop = () => late.reject(ended.signal.reason);
    ended.signal.addEventListener("abort", stop, { once: true });
    pending.add(place.id);
    const written = place.write(lines, ended.signal).finally(() => pending.delete(place.id));
    try {
      await Promise.race([written, late.promise]);
    } finally {
      cancel();
      ended.signal.removeEventListener("abort", stop);
      // What comes too late was told as late.
      written.catch(() => {});
    }
  }

  async function failed(place: AnchorPlace, error: unknown): Promise<void> {
    failures += 1;
    const times = (inRow.get(place.id) ?? 0) + 1;
    inRow.set(place.id, times);
    onFault(error, place.name);
    const why = whyRefused(error);
    notes.failed(place, why);
    if (times === TOLD_AFTER) await tellOwners(ctx, { place: place.name, everyMs, why });
  }

  const job = startLeasedJob(ctx, {
    name: "anchoring",
    onTaken() {
      // Another node may have written in between; the notes tell of this one alone.
      lookIn(Math.max(FIRST_MS, Math.min(...places.map(dueInMs))));
    },
  });
  return {
    failures: () => failures,
    async stop() {
      ended.abort();
      cancelTimer();
      await job.stop();
      await running;
    },
  };
}

/** The last checkpoint of each workspace, as lines of an anchor. */
async function newestLines({ store }: Context): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const workspace of await store.listWorkspaces()) {
    const checkpoint = await store.lastCheckpoint(workspace);
    if (checkpoint !== undefined) lines.push(anchorLine(checkpoint));
  }
  return lines;
}

async function tellOwners(ctx: Context, fault: AnchorFault): Promise<void> {
  const workspace = DEFAULT_WORKSPACE;
  const said = OWNERS_TOLD.anchor_not_written(fault);
  const told = await ownerNotices(ctx, { workspace, tellsSole: true, ...said });
  if (told.writes.length > 0) await ctx.commit({ workspace, ...told });
}
