import type { Caller } from "../../domain/people/principal.ts";
import { moveSession } from "../../domain/sessions/session-machine.ts";
import { type Timestamp, toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { HeldSession } from "../../ports/earshot/sessions.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { asHost, findSession } from "./access.ts";
import { assertServedNow } from "./assert-served-now.ts";
import { changeHeld } from "./change-held.ts";
import { leaseMsOf } from "./lease.ts";

/** The longest time between two looks, in case another node's change went unheard. */
const LOOK_MS = 500;

/** Renews the claim. */
export async function renewSession(
  ctx: Context,
  caller: Caller,
  input: HeldSession,
): Promise<{ readonly until: Timestamp; readonly cancelAsked: boolean }> {
  await assertServedNow(ctx, asHost(caller));
  let until: Timestamp = nowOf(ctx);
  const { session } = await changeHeld(ctx, caller, {
    held: input,
    plan(_, now) {
      until = toTimestamp(toMs(now) + leaseMsOf(ctx));
      return { event: { type: "renew", until } };
    },
  });
  return { until, cancelAsked: session.cancelAsked === true };
}

/** Waits for a request to cancel, the loss of the claim, or the halt of the agent. */
export async function watchSession(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<HeldSession & { readonly holdMs?: number }>,
): Promise<{ readonly cancelAsked: boolean }> {
  const agent = asHost(caller);
  const { id, epoch, holdMs = 0 } = input;
  const untilMs = ctx.clock.now() + Math.min(Math.max(holdMs, 0), ctx.limits.maxHoldMs);
  for (;;) {
    const leftMs = untilMs - ctx.clock.now();
    const lookMs = ctx.others === undefined ? leftMs : Math.min(leftMs, LOOK_MS);
    const bell = ctx.bells.hear([id, agent.id], {
      ms: Math.max(lookMs, 0),
      signal: options?.signal,
    });
    try {
      await assertServedNow(ctx, agent);
      const session = await findSession(ctx, caller, id);
      moveSession(session, { type: "note", epoch, entries: 0 }, nowOf(ctx));
      const cancelAsked = session.cancelAsked === true;
      const isOver = leftMs <= 0 || ctx.bells.isStopped() || options?.signal?.aborted === true;
      if (cancelAsked || isOver) return { cancelAsked };
      await bell.rung;
    } finally {
      bell.cancel();
    }
  }
}
