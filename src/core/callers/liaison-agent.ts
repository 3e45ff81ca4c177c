import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import { LIAISON_AGENT } from "../../domain/people/own-agents.ts";
import type { AgentPrincipal } from "../../domain/people/principal.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Context } from "../call/context.ts";
import { assertServed } from "../call/served.ts";
import { newPrincipal } from "./principals.ts";

/** The liaison's own agent, created on first use. Throws NOT_ALLOWED if it is halted. */
export async function liaisonAgent(ctx: Context, workspace: WorkspaceId): Promise<AgentPrincipal> {
  const agent = (await findAgent(ctx, workspace)) ?? (await makeAgent(ctx, workspace));
  assertServed(agent);
  return agent;
}

/** Answers without reading the store: few questions are the liaison's. */
export function mayBeLiaisons({ kind, agentName }: Request): boolean {
  return kind === "question" && agentName === LIAISON_AGENT;
}

async function findAgent(
  { store }: Context,
  workspace: WorkspaceId,
): Promise<AgentPrincipal | undefined> {
  const name = LIAISON_AGENT;
  const found = await store.findPrincipalByName({ workspace, kind: "agent", name });
  return found?.kind === "agent" ? found : undefined;
}

async function makeAgent(ctx: Context, workspace: WorkspaceId): Promise<AgentPrincipal> {
  const made = newPrincipal(ctx, {
    workspace,
    kind: "agent",
    name: LIAISON_AGENT,
    isServers: true,
  });
  const { writes, events, principal } = made;
  const done = await ctx.commit({ workspace, writes, events });
  if (done.outcome === "committed" && principal.kind === "agent") return principal;
  // Somebody else was faster.
  const found = await findAgent(ctx, workspace);
  if (found !== undefined) return found;
  throw new EarshotError("CONFLICT", "The agent of the liaison could not be made. Try again.");
}
