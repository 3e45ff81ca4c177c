import { EarshotError } from "../../domain/errors.ts";
import type { SessionId } from "../../domain/id.ts";
import { MAX_REASON_BYTES } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { transition } from "../../domain/requests/request-machine.ts";
import { isEnded, type Session } from "../../domain/sessions/session.ts";
import { moveSession } from "../../domain/sessions/session-machine.ts";
import type { Actor } from "../../domain/surface.ts";
import { checkText } from "../../domain/text.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Change } from "../../ports/store/store.ts";
import { actorOf } from "../call/access.ts";
import { commitCall, type PlannedCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { wordsOf } from "../log/words-of.ts";
import { settlingWrites } from "../planning/settle-deliveries.ts";
import { expireDue } from "../requests/expire.ts";
import { closingWrites } from "../requests/mailbox.ts";
import { endMarkWrites, markWrites } from "../session-changes/marks.ts";
import { sessionEvent } from "../session-changes/session-event.ts";
import { findSession } from "./access.ts";

const WITHDRAWN = "Its session was cancelled.";

/** Ends a session: at once if no host works on it, otherwise when its host hears of it. */
export async function cancelSession(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly id: SessionId; readonly reason?: string }>,
): Promise<Session> {
  requireRight(caller, caller.principal.kind === "agent" ? "ask" : "answer");
  const { id, reason } = input;
  if (reason !== undefined) checkText(reason, "reason", MAX_REASON_BYTES);
  const call: CallIdentity = { caller, operation: "cancelSession", input, options };
  const find = () => findSession(ctx, caller, id);
  return await commitCall(ctx, call, {
    thing: `Session ${id}`,
    async plan() {
      const session = await find();
      // A repeated cancel has what it wants.
      if (session.status === "cancelled") return { alreadySo: session };
      await expireAwaited(ctx, session);
      await assertLast(ctx, session);
      return await cancelling(ctx, call, { session, reason });
    },
    replay: find,
  });
}

async function cancelling(
  ctx: Context,
  { caller, options }: CallIdentity,
  { session, reason }: { readonly session: Session; readonly reason: string | undefined },
): Promise<PlannedCall<Session>> {
  const at = nowOf(ctx);
  const next = moveSession(session, { type: "cancel", ...present({ reason }) }, at);
  const hasEnded = isEnded(next.status);
  const back = await takenBack(ctx, session, { by: actorOf(caller, options?.via), at });
  return {
    done: () => next,
    result: session.id,
    change: {
      workspace: session.workspace,
      writes: [
        { type: "session.put", session: next },
        ...(hasEnded && !isEnded(session.status) ? await endMarkWrites(ctx, session) : []),
        ...back.writes,
      ],
      events: [
        sessionEvent(next, hasEnded ? "session.cancelled" : "session.cancel_asked", {
          at,
          actor: caller.principal.id,
        }),
        ...back.events,
      ],
    },
  };
}

/** A session whose time runs out gets a continuation, which must be ended itself. */
async function expireAwaited(ctx: Context, { workspace, waitsFor }: Session): Promise<void> {
  const request =
    waitsFor === undefined ? undefined : await ctx.store.findRequest(workspace, waitsFor.request);
  if (request !== undefined) await expireDue(ctx, request, nowOf(ctx));
}

async function assertLast(ctx: Context, { workspace, id, status }: Session): Promise<void> {
  if (status !== "paused") return;
  const follower = await ctx.store.continuationOf(workspace, id);
  if (follower === undefined) return;
  throw new EarshotError(
    "SESSION_CLOSED",
    `Session ${id} was answered, and ${follower.id} goes on from it. End that one: npx earshot sessions cancel ${follower.id}.`,
    { details: { id, continuation: follower.id } },
  );
}

/** Takes back requests that only this session waited for. */
async function takenBack(
  ctx: Context,
  { workspace, waitsFor, status }: Session,
  { by, at }: { readonly by: Actor; readonly at: Timestamp },
): Promise<Pick<Change, "writes" | "events">> {
  const request =
    status !== "paused" || waitsFor === undefined
      ? undefined
      : await ctx.store.findRequest(workspace, waitsFor.request);
  if (request?.status !== "open") return { writes: [], events: [] };
  const next = transition(request, { type: "cancel", by, reason: WITHDRAWN }, at);
  return {
    writes: [
      { type: "request.update", request: next },
      ...closingWrites(next),
      ...(await settlingWrites(ctx, next)),
      ...(await markWrites(ctx, next)),
    ],
    events: [
      {
        type: "request.cancelled",
        at,
        actor: by.principal,
        subject: request.id,
        agent: request.agent,
        data: { via: by.via, ...wordsOf(ctx, { salt: request.salt, reason: WITHDRAWN }) },
      },
    ],
  };
}
