import { isAtLeast } from "../../domain/authority/action.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Session } from "../../domain/sessions/session.ts";
import type { AuthorizedInSession, AuthorizeInSessionInput } from "../../ports/earshot/sessions.ts";
import type { Write } from "../../ports/store/store.ts";
import { checkAuthorizeInput } from "../authority/authorize-input.ts";
import { decideAtOnce } from "../authority/decide-at-once.ts";
import { type Draft, draftAuthorization } from "../authority/draft-authorization.ts";
import { findRequest } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import { endMarkWrites } from "../session-changes/marks.ts";
import { sessionEvent } from "../session-changes/session-event.ts";
import { sessionDeliveries } from "./asked-where.ts";
import { changeHeld, type HeldPlan } from "./change-held.ts";

/** Seeks an authorization for a call of the session. When people must decide, the same commit pauses it. */
export async function authorizeInSession(
  ctx: Context,
  caller: Caller,
  input: AuthorizeInSessionInput,
): Promise<AuthorizedInSession> {
  const { id, call, action } = input;
  checkAuthorizeInput(ctx, caller, action);
  let decided: Request | undefined;
  let looked: "free" | "needed" | undefined;
  const { session, replayed } = await changeHeld(ctx, caller, {
    held: input,
    known: (one) => one.status === "paused" && one.waitsFor?.call === call,
    async plan(one) {
      const draft = await draftAuthorization(ctx, caller, {
        ...action,
        session: id,
        conversation: one.conversation,
      });
      looked = lookedAt(draft, input);
      if (looked !== undefined) return undefined;
      const atOnce = await decideAtOnce(ctx, draft, { redeems: false });
      // The same call repeated, on this host or the next, gets the same decision.
      const once = onceOf(ctx, input, draft.request);
      if (atOnce === undefined) {
        return { ...(await pausing(ctx, one, { draft, call })), once };
      }
      decided = atOnce.request;
      const insert: Write = { type: "request.insert", request: decided, ...draft.sealed };
      return {
        event: { type: "note", entries: 0 },
        once,
        writes: [insert, ...(decided.status === "approved" ? draft.pins : []), ...atOnce.writes],
        events: () => [draft.created, ...atOnce.events],
      };
    },
  });
  if (looked !== undefined) return { outcome: looked };
  if (session.status === "paused" && session.waitsFor !== undefined) {
    return { outcome: "paused", session, request: session.waitsFor.request };
  }
  const request =
    replayed === undefined ? decided : await findRequest(ctx, caller, replayed as Request["id"]);
  return { outcome: "decided", request: request as Request };
}

/** Undefined when an authorization is sought. */
function lookedAt(
  { verdict }: Draft,
  { from, isProbe }: AuthorizeInSessionInput,
): "free" | "needed" | undefined {
  const isBelow = from !== undefined && !isAtLeast(verdict.demand.level, from);
  if (isBelow && verdict.outcome !== "deny") return "free";
  return isProbe === true ? "needed" : undefined;
}

async function pausing(
  ctx: Context,
  session: Session,
  { draft, call }: { readonly draft: Draft; readonly call: string },
): Promise<HeldPlan> {
  const { request, sealed, created } = draft;
  const { createdAt: at } = request;
  const text = `${request.authorization.action.tool}: ${request.authorization.reason}`;
  return {
    event: { type: "pause", waitsFor: { request: request.id, kind: "approval", call } },
    entries: [{ kind: "end", status: "paused", text }],
    writes: [
      { type: "request.insert", request, ...sealed },
      ...(await sessionDeliveries(ctx, session, request)),
      ...(await endMarkWrites(ctx, session)),
    ],
    events: (next) => [
      created,
      sessionEvent(next, "session.paused", { at, actor: next.agent, data: { kind: "approval" } }),
    ],
  };
}

function onceOf(ctx: Context, { id, call, action }: AuthorizeInSessionInput, request: Request) {
  const content = action.secrets === undefined ? action : { ...action, args: null };
  return {
    principal: request.agent,
    key: `authorize:${id}:${ctx.digest.text(call)}`,
    digest: ctx.digest.json([id, call, content]),
    result: request.id,
  };
}
