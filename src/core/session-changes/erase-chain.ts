import type { PrincipalId } from "../../domain/id.ts";
import type { Request } from "../../domain/requests/request.ts";
import { isEnded, type Session } from "../../domain/sessions/session.ts";
import { erasedSession } from "../../domain/sessions/session-erased.ts";
import { type Context, nowOf } from "../call/context.ts";
import { sessionEvent } from "./session-event.ts";

const MAX_CHAIN = 1_000;

/**
 * A request's words also stand in the session that asked and in those that continue it. A running
 * session keeps them until it ends, and retention erases them later.
 */
export async function eraseChain(
  ctx: Context,
  { workspace, id }: Pick<Request, "workspace" | "id">,
  actor: PrincipalId,
): Promise<void> {
  const asked = await ctx.store.sessionWaitingFor(workspace, id);
  if (asked === undefined) return;
  const chain = await ctx.store.listSessions({
    workspace,
    root: asked.root,
    order: "oldest",
    limit: MAX_CHAIN,
  });
  for (const session of chain) await eraseEnded(ctx, session, actor);
}

/** A running session keeps its words until it ends. */
export async function eraseEnded(
  ctx: Context,
  session: Session,
  actor: PrincipalId,
): Promise<void> {
  if (!isEnded(session.status) || session.erasedAt !== undefined) return;
  const at = nowOf(ctx);
  await ctx.commit({
    workspace: session.workspace,
    writes: [{ type: "session.erase", session: erasedSession(session, at) }],
    events: [sessionEvent(session, "session.erased", { at, actor })],
  });
}
