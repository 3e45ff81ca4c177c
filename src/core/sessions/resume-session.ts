import { EarshotError } from "../../domain/errors.ts";
import type { SessionId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { isEnded, type Session } from "../../domain/sessions/session.ts";
import { checkNotBlank, checkText } from "../../domain/text.ts";
import type { Change } from "../../ports/store/store.ts";
import { commitCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { continuing } from "../session-changes/new-session.ts";
import { sessionEvent } from "../session-changes/session-event.ts";
import { findSession } from "./access.ts";

/** Queues a session that continues an ended one. */
export async function resumeSession(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly id: SessionId; readonly text?: string }>,
): Promise<Session> {
  requireRight(caller, "tell");
  const { id, text } = input;
  if (text !== undefined) {
    checkNotBlank(text, "task");
    checkText(text, "task");
  }
  const former = await findSession(ctx, caller, id);
  if (text === undefined && (former.task === "" || former.erasedAt !== undefined)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The task of session ${id} is no longer known here. Say what is to be done: --text.`,
      { details: { id } },
    );
  }
  return await commitCall<Session>(
    ctx,
    { caller, operation: "resumeSession", input, options },
    {
      thing: `Session ${id}`,
      async plan() {
        await assertResumable(ctx, former);
        const next = continuing(ctx, former, {
          cause: "resume",
          ...present({
            task: text,
            from: caller.principal.kind === "person" ? caller.principal.name : undefined,
          }),
        });
        const event = sessionEvent(next, "session.created", {
          at: nowOf(ctx),
          actor: caller.principal.id,
          data: { digest: ctx.digest.content(next.salt, next.task), kind: next.cause, session: id },
        });
        const writes: Change["writes"] = [{ type: "session.insert", session: next }];
        const change: Change = { workspace: former.workspace, writes, events: [event] };
        return { result: next.id, change, done: () => next };
      },
      replay: async (made) => await findSession(ctx, caller, made as SessionId),
    },
  );
}

async function assertResumable(ctx: Context, former: Session): Promise<void> {
  const { id, status, workspace, waitsFor } = former;
  const follower = await ctx.store.continuationOf(workspace, id);
  if (follower !== undefined) {
    throw refused(
      id,
      `${follower.id} already continues it. Look there: npx earshot sessions show ${follower.id}.`,
    );
  }
  if (!isEnded(status)) {
    throw refused(id, `It is ${status}, and goes on by itself.`);
  }
  if (status !== "paused" || waitsFor === undefined) return;
  const request = await ctx.store.findRequest(workspace, waitsFor.request);
  if (request?.status !== "open") return;
  throw refused(
    id,
    `It waits for ${request.id}, and goes on as soon as that is answered: npx earshot show ${request.id}.`,
  );
}

function refused(id: SessionId, why: string): EarshotError {
  return new EarshotError("SESSION_CLOSED", `Session ${id} cannot be resumed. ${why}`, {
    details: { id },
  });
}
