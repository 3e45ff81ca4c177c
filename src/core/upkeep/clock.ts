import { EarshotError } from "../../domain/errors.ts";
import { LONGEST_LEAP_MS, TOLD_BEHIND_MS } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { AcceptClockInput, ClockState } from "../../ports/earshot/status.ts";
import { asOperator } from "../call/assert-caller.ts";
import { commitOnce } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, earlierResult } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { anchoredHeads } from "../log/lost-heads.ts";
import { ownerNotices } from "../notices/owner-notices.ts";
import { OWNERS_TOLD } from "../notices/owners-told.ts";

export async function clock(ctx: Context): Promise<ClockState> {
  const { nowMs, toldMs, isWaiting } = ctx.clock.standing();
  const isBehind = nowMs - toldMs > TOLD_BEHIND_MS;
  return {
    now: toTimestamp(nowMs),
    told: toTimestamp(toldMs),
    state: isWaiting ? "jumped" : isBehind ? "behind" : "right",
  };
}

/**
 * Goes on at the time of a clock that has jumped. The event is of that time, which is how other nodes,
 * and this one after a start, know that it was accepted. A clock that is right again needs no yes.
 */
export async function acceptClock(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<AcceptClockInput>,
): Promise<ClockState> {
  requireRight(caller, "policy");
  const { workspace, id: actor, name } = asOperator(caller);
  const call: CallIdentity = { caller, operation: "acceptClock", input, options };
  if ((await earlierResult(ctx, call)) !== undefined) return await clock(ctx);
  const { toldMs, isWaiting } = ctx.clock.standing();
  if (!isWaiting) return await clock(ctx);
  assertSeen(input.told, toldMs);
  const [stood, at] = [nowOf(ctx), toTimestamp(toldMs)];
  const told = await ownerNotices(ctx, {
    workspace,
    actor,
    ...OWNERS_TOLD.clock_accepted(name, { stood, at }),
  });
  const accepted = {
    type: "clock.jumped",
    at,
    actor,
    subject: workspace,
    data: { stood },
  } as const;
  const change = { workspace, writes: told.writes, events: [...told.events, accepted] };
  await commitOnce(ctx, call, { result: at, change });
  ctx.clock.reached(toldMs);
  return await clock(ctx);
}

/** Who has seen one jump has not accepted a further one. */
function assertSeen(seen: string, toldMs: number): void {
  if (Math.abs(toMs(seen) - toldMs) <= LONGEST_LEAP_MS) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `The clock tells ${toTimestamp(toldMs)}, and what is accepted is ${seen}. Look at it again: npx earshot clock show.`,
    { details: { told: toTimestamp(toldMs) } },
  );
}

/**
 * Has time go on from the last moment that the log, its checkpoints or their anchor know. A record
 * without events has none, and takes the clock as it is.
 */
export async function beginTime(ctx: Context): Promise<void> {
  const { store } = ctx;
  // An anchor that cannot be read is told where it is compared with the log.
  const anchored = await anchoredHeads(ctx).catch(() => new Map<string, never>());
  const known = [...anchored.values()].map(({ at }) => at);
  for (const workspace of await store.listWorkspaces()) {
    const { seq } = await store.head(workspace);
    const events = await store.readEvents({ workspace, after: Math.max(seq - 1, 0), limit: 1 });
    known.push(...events.map(({ at }) => at));
    const checkpoint = await store.lastCheckpoint(workspace);
    if (checkpoint !== undefined) known.push(checkpoint.at);
  }
  const last = Math.max(...known.map(toMs).filter((ms) => !Number.isNaN(ms)));
  if (Number.isFinite(last)) ctx.clock.begin(last);
}
