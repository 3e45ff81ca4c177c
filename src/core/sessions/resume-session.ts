import { EarshotError } from "../../domain/errors.ts";
import type { SessionId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { isEnded, type Session } from "../../domain/sessions/session.ts";
import { checkNotBlank, checkText } from "../../domain/text.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { Change } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, commitError, onceOf } from "../call/once.ts";
import { continuing } from "../closing/new-session.ts";
import { sessionEvent } from "../closing/session-event.ts";
import { findSession } from "./access.ts";

/** Queues a session that goes on from one which has ended. */
export async function resumeSession(
  ctx: Context,
  caller: Caller,
  {
    input,
    options,
  }: {
    input: { readonly id: SessionId; readonly text?: string };
    options?: CallOptions | undefined;
  },
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
      `What session ${id} was to do is not known here any more. Say what is to be done: --text.`,
      { details: { id } },
    );
  }
  const call: CallIdentity = { caller, operation: "resumeSession", input, options };
  const next = continuing(ctx, former, {
    cause: "resume",
    ...present({
      task: text,
      from: caller.principal.kind === "person" ? caller.principal.name : undefined,
    }),
  });
  const once = onceOf(ctx, call, next.id);
  const change: Change = {
    workspace: former.workspace,
    ...present({ once }),
    writes: [{ type: "session.insert", session: next }],
    events: [
      sessionEvent(next, "session.created", {
        at: nowOf(ctx),
        actor: caller.principal.id,
        data: { digest: ctx.digest.content(next.salt, next.task), kind: next.cause, session: id },
      }),
    ],
  };
  await assertResumable(ctx, call, former);
  const done = await ctx.commit(change);
  if (done.outcome === "committed") return next;
  if (done.outcome === "replayed") return await findSession(ctx, caller, done.result as SessionId);
  if (done.outcome === "conflict") await assertResumable(ctx, call, former);
  throw commitError(done, change);
}

async function assertResumable(ctx: Context, call: CallIdentity, former: Session): Promise<void> {
  const { id, status, workspace, waitsFor } = former;
  const key = call.options?.idempotencyKey;
  const principal = call.caller.principal.id;
  if (key !== undefined && (await ctx.store.findOnce({ workspace, principal, key }))) return;
  const follower = await ctx.store.continuationOf(workspace, id);
  if (follower !== undefined) {
    throw refused(
      id,
      `${follower.id} goes on from it already. Look there: npx earshot sessions show ${follower.id}.`,
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
