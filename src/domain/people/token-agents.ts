import type { AgentPrincipal } from "./principal.ts";

/** Begins the name of every agent that comes by a token. No other name can hold a colon. */
export const TOKEN_AGENT_PREFIX = "oauth:";

/** Whether the agent is the subject of a token and not of a key. */
export function isTokenAgent({ name }: Pick<AgentPrincipal, "name">): boolean {
  return name.startsWith(TOKEN_AGENT_PREFIX);
}

/** Whether nobody has said yet which person the subject is, so that it could be anybody. */
export function isUntied(agent: AgentPrincipal): boolean {
  return isTokenAgent(agent) && agent.owner === undefined && agent.tiedBy === undefined;
}
