import { EarshotError } from "../../domain/errors.ts";
import type { SessionId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { Caller } from "../../domain/principal.ts";
import { requireRight } from "../../domain/rights.ts";
import type { Session } from "../../domain/session.ts";
import { moveSession } from "../../domain/session-machine.ts";
import type { CallOptions } from "../../ports/earshot.ts";
import type { Change } from "../../ports/store.ts";
import { asPerson } from "../as-person.ts";
import { type Context, nowOf } from "../context.ts";
import { heardMarkWrites } from "../hub/marks.ts";
import { type CallIdentity, commitError, earlierResult, onceOf } from "../once.ts";
import { findSession } from "./access.ts";
import { sessionEvent } from "./session-event.ts";

/** A lost race means that somebody else began it or cancelled it. */
const MAX_RACES = 4;

/** Queues a session that waits for a person's word. Throws SESSION_CLOSED for any other. */
export async function beginSession(
  ctx: Context,
  caller: Caller,
  { input, options }: { input: { readonly id: SessionId }; options?: CallOptions | undefined },
): Promise<Session> {
  requireRight(caller, "answer");
  const { id: actor } = asPerson(caller);
  const call: CallIdentity = { caller, operation: "beginSession", input, options };
  for (let race = 0; race < MAX_RACES; race++) {
    const session = await findSession(ctx, caller, input.id);
    if ((await earlierResult(ctx, call)) !== undefined) return session;
    const at = nowOf(ctx);
    const next = moveSession(session, { type: "begin" }, at);
    const once = onceOf(ctx, call, next.id);
    const change: Change = {
      workspace: session.workspace,
      ...present({ once }),
      writes: [{ type: "session.put", session: next }, ...(await heardMarkWrites(ctx, next))],
      events: [sessionEvent(next, "session.begun", { at, actor })],
    };
    const done = await ctx.commit(change);
    if (done.outcome === "committed") return next;
    if (done.outcome === "replayed") return await findSession(ctx, caller, input.id);
    if (done.outcome !== "conflict") throw commitError(done, change);
  }
  throw new EarshotError("CONFLICT", `Session ${input.id} kept changing. Try again.`);
}
