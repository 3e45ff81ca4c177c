import type { SessionId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { Session } from "../../domain/sessions/session.ts";
import { moveSession } from "../../domain/sessions/session-machine.ts";
import { asPerson } from "../call/as-person.ts";
import { commitCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { heardMarkWrites } from "../session-changes/marks.ts";
import { sessionEvent } from "../session-changes/session-event.ts";
import { findSession } from "./access.ts";

/** Queues a session that waits for a person's word. Throws SESSION_CLOSED for any other. */
export async function beginSession(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly id: SessionId }>,
): Promise<Session> {
  requireRight(caller, "answer");
  const { id: actor } = asPerson(caller);
  const call: CallIdentity = { caller, operation: "beginSession", input, options };
  const find = () => findSession(ctx, caller, input.id);
  return await commitCall(ctx, call, {
    thing: `Session ${input.id}`,
    async plan() {
      const session = await find();
      const at = nowOf(ctx);
      const next = moveSession(session, { type: "begin" }, at);
      return {
        done: () => next,
        result: next.id,
        change: {
          workspace: session.workspace,
          writes: [{ type: "session.put", session: next }, ...(await heardMarkWrites(ctx, next))],
          events: [sessionEvent(next, "session.begun", { at, actor })],
        },
      };
    },
    replay: find,
  });
}
