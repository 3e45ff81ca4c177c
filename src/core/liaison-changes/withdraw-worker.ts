import type { Liaison } from "../../domain/liaison/liaison.ts";
import type { Session, SessionStatus } from "../../domain/sessions/session.ts";
import { moveSession } from "../../domain/sessions/session-machine.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Change } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { sessionEvent } from "../session-changes/session-event.ts";
import { laneOfTask } from "./worker-session.ts";

const AT_WORK = ["queued", "running"] as const satisfies readonly SessionStatus[];
/** More sessions than one task ever has at once, since each waits for the one before. */
const MOST = 200;
const REASON = "The person has withdrawn the task.";

/** Ends the sessions that work on a withdrawn task, so no agent works for nobody. */
export async function withdrawnWrites(
  ctx: Context,
  {
    before,
    after,
    at,
  }: { readonly before: Liaison; readonly after: Liaison; readonly at: Timestamp },
): Promise<Pick<Change, "writes" | "events">> {
  const isWithdrawn = before.phase === "awaiting_task_completion" && after.phase === "completed";
  const ended = isWithdrawn ? await atWork(ctx, after) : [];
  const moved = ended.map((one) => moveSession(one, { type: "cancel", reason: REASON }, at));
  return {
    writes: moved.map((session) => ({ type: "session.put", session }) as const),
    events: moved.map((session) =>
      sessionEvent(
        session,
        session.status === "cancelled" ? "session.cancelled" : "session.cancel_asked",
        { at },
      ),
    ),
  };
}

async function atWork({ store }: Context, liaison: Liaison): Promise<readonly Session[]> {
  const { worker, workspace } = liaison;
  if (worker === undefined) return [];
  const of = { workspace, agent: worker.agent, lane: laneOfTask(liaison) };
  const found = await Promise.all(
    AT_WORK.map((status) => store.listSessions({ ...of, status, order: "newest", limit: MOST })),
  );
  return found.flat();
}
