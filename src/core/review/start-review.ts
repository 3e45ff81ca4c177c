import type { WorkspaceId } from "../../domain/id.ts";
import type { Principal } from "../../domain/people/principal.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import { lastTime } from "../../domain/zone-time.ts";
import type { Once, Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { startLeasedJob } from "../call/leased-job.ts";
import { countSkills } from "../sessions/count-skills.ts";
import { judgesOf, queueJudgement } from "./judgement.ts";
import { ownersOf } from "./owners.ts";
import { applyRules } from "./run-review.ts";

const AT = "09:00";
/** How often it checks whether a review is due anywhere. */
const EVERY_MS = 5 * MINUTE_MS;
const FIRST_MS = 10_000;
/** Agents may judge for this long before the rules act on the rest. */
const JUDGING_MS = 2 * HOUR_MS;

export interface ReviewJobOptions {
  /** Hears of a review that was interrupted; it continues soon. */
  readonly onFault: (error: unknown) => void;
}

interface Turn {
  readonly ctx: Context;
  readonly guardOf: () => readonly Write[] | undefined;
}

/**
 * Reviews unanswered requests at 9 in the first owner's morning, once per workspace and day, on one
 * node at a time. If no node was up then, it starts as soon as one is. The returned function stops
 * it.
 */
export function startReview(ctx: Context, { onFault }: ReviewJobOptions): () => Promise<void> {
  let isStopped = false;
  let cancelTimer = () => {};
  let running: Promise<void> = Promise.resolve();

  function lookIn(ms: number): void {
    if (isStopped) return;
    cancelTimer();
    cancelTimer = ctx.clock.after(ms, () => {
      running = running.then(look);
    });
  }

  async function look(): Promise<void> {
    if (isStopped || job.guard() === undefined) return;
    const turn: Turn = { ctx, guardOf: () => job.guard() };
    try {
      for (const workspace of await ctx.store.listWorkspaces()) {
        await reviewWorkspace(turn, workspace);
      }
    } catch (error) {
      onFault(error);
    }
    lookIn(EVERY_MS);
  }

  const job = startLeasedJob(ctx, { name: "review", onTaken: () => lookIn(FIRST_MS) });
  return async () => {
    isStopped = true;
    cancelTimer();
    await job.stop();
    await running;
  };
}

async function reviewWorkspace(turn: Turn, workspace: WorkspaceId): Promise<void> {
  const { ctx, guardOf } = turn;
  const [owner] = await ownersOf(ctx, workspace);
  if (owner === undefined) return;
  const due = await dueOf(ctx, owner);
  if (due === undefined) return;
  const step: Step = { owner, due };
  await onceFor(turn, { ...step, name: "review" }, async () => {
    const judges = await judgesOf(ctx, workspace);
    for (const judge of judges) await queueJudgement(ctx, judge, { due, guardOf });
    await applyRules(ctx, workspace, { guardOf, except: new Set(judges.map(({ id }) => id)) });
    await countSkills(ctx, workspace, guardOf);
  });
  if (ctx.clock.now() < due + JUDGING_MS) return;
  await onceFor(turn, { ...step, name: "review-unjudged" }, async () => {
    await applyRules(ctx, workspace, { guardOf });
  });
}

async function dueOf(
  ctx: Context,
  { workspace, id }: Pick<Principal, "workspace" | "id">,
): Promise<number | undefined> {
  const attention = await ctx.store.listAttention(workspace);
  const { timeZone = "UTC" } = attention.find(({ operator }) => operator === id) ?? {};
  const toMs = ctx.clock.now();
  return lastTime({ at: AT, timeZone }, { fromMs: toMs - DAY_MS, toMs });
}

interface Step {
  readonly owner: Principal;
  readonly due: number;
}

/**
 * Marked as done afterwards: an interrupted review is repeated, and the log shows what it already
 * did.
 */
async function onceFor(
  { ctx, guardOf }: Turn,
  { owner, due, name }: Step & { readonly name: string },
  work: () => Promise<void>,
): Promise<void> {
  const { workspace, id: principal } = owner;
  const key = `${name}:${workspace}:${toTimestamp(due)}`;
  if ((await ctx.store.findOnce({ workspace, principal, key })) !== undefined) return;
  await work();
  const guard = guardOf();
  if (guard === undefined) return;
  const once: Once = { principal, key, digest: ctx.digest.text(key), result: key };
  await ctx.commit({ workspace, once, writes: guard, events: [] });
}
