import { EarshotError } from "../../domain/errors.ts";
import type { SessionId } from "../../domain/id.ts";
import type { AgentPrincipal, Caller } from "../../domain/people/principal.ts";
import { requireRight, seesAll } from "../../domain/people/rights.ts";
import type { Session } from "../../domain/sessions/session.ts";
import { notFound } from "../call/access.ts";
import type { Context } from "../call/context.ts";

/** Finds a session that the caller may see; an agent sees its own. */
export async function findSession(ctx: Context, caller: Caller, id: SessionId): Promise<Session> {
  const session = await ctx.store.findSession(caller.principal.workspace, id);
  if (session === undefined || !(seesAll(caller) || session.agent === caller.principal.id)) {
    throw notFound("session", id);
  }
  return session;
}

/** The agent whose host the caller is; throws NOT_ALLOWED for people and services. */
export function asHost(caller: Caller): AgentPrincipal {
  requireRight(caller, "ask");
  if (caller.principal.kind === "agent") return caller.principal;
  throw new EarshotError(
    "NOT_ALLOWED",
    "A host works on sessions by the key of the agent that it runs. Use that key.",
    { details: { reason: "not_an_agent" } },
  );
}

/** The agent of this name. An agent's own key may leave the name out. */
export async function agentNamed(
  ctx: Context,
  { principal }: Caller,
  name: string | undefined,
): Promise<AgentPrincipal> {
  if (principal.kind === "agent" && (name === undefined || name === principal.name)) {
    return principal;
  }
  if (name === undefined) {
    throw new EarshotError("INVALID_INPUT", "Say which agent is to do it: name it.");
  }
  const { workspace } = principal;
  const found = await ctx.store.findPrincipalByName({ workspace, kind: "agent", name });
  if (found?.kind === "agent" && principal.kind !== "agent") return found;
  throw notFound("agent", name);
}
