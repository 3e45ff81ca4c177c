import { isId } from "../../domain/id.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { ClosedRequest, Request } from "../../domain/requests/request.ts";
import { SESSION_QUESTION_TOOL } from "../../domain/sessions/session.ts";
import { moveSession } from "../../domain/sessions/session-machine.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { markWrites } from "../session-changes/marks.ts";
import { continuing } from "../session-changes/new-session.ts";
import { sessionEvent } from "../session-changes/session-event.ts";

export interface Continued {
  readonly writes: readonly Write[];
  readonly events: readonly EventDraft[];
}

const NOTHING: Continued = { writes: [], events: [] };

/**
 * Queues the session that continues the one waiting for the request, in the commit that closes it,
 * and never twice.
 */
export async function continuation(ctx: Context, request: Request): Promise<Continued> {
  if (request.status === "open" || !mayBeAwaited(request)) return NOTHING;
  const waiting = await ctx.store.sessionWaitingFor(request.workspace, request.id);
  if (waiting?.status !== "paused") return NOTHING;
  // An existing continuation goes on: it reads the request's outcome when a host takes it up.
  const follower = await ctx.store.continuationOf(waiting.workspace, waiting.id);
  if (follower !== undefined) return { writes: await markWrites(ctx, request), events: [] };
  const next = continuing(ctx, waiting, { cause: "continuation" });
  return {
    writes: [
      // If the session ends at the same moment, one of the two changes is planned again.
      {
        type: "session.put",
        session: moveSession(waiting, { type: "continue", by: next.id }, request.closedAt),
      },
      { type: "session.insert", session: next },
      ...(await markWrites(ctx, request)),
    ],
    events: [
      sessionEvent(next, "session.created", {
        at: request.closedAt,
        data: { kind: next.cause, session: waiting.id },
      }),
    ],
  };
}

/** Answers without reading the store: few requests are asked by sessions. */
function mayBeAwaited(request: ClosedRequest): boolean {
  return request.kind === "question"
    ? request.tool === SESSION_QUESTION_TOOL
    : isId("ses", request.authorization.action.session ?? "");
}
