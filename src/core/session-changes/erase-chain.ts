import type { PrincipalId } from "../../domain/id.ts";
import type { Request } from "../../domain/requests/request.ts";
import { isEnded, type Session } from "../../domain/sessions/session.ts";
import { erasedSession } from "../../domain/sessions/session-erased.ts";
import { type Context, nowOf } from "../call/context.ts";
import { sessionEvent } from "./session-event.ts";

const MAX_CHAIN = 1_000;

/**
 * The words of a request stand in the session that asked it and in those that went on from there, too.
 * What is at work still keeps them until it has ended, and retention comes to it.
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

/** What is at work keeps its words until it has ended. */
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
