import { resolve } from "node:path";
import { EarshotError } from "../../domain/errors.ts";
import { KNOWN_AGENT_TOOLS } from "../../host/agents/agent-tools.ts";
import type { AgentDefinition } from "../../host/agents/read-agent.ts";
import { readAgents } from "../../host/agents/read-agents.ts";
import { AGENTS_FOLDER } from "./defaults.ts";

/** The agents of a named folder; throws if there are none. */
export function agentsIn(folder: string): readonly AgentDefinition[] {
  const agents = readAgents(folder, KNOWN_AGENT_TOOLS) ?? [];
  if (agents.length > 0) return agents;
  throw new EarshotError(
    "INVALID_INPUT",
    `There is no agent in ${resolve(folder)}. An agent is a folder in it with an agent.yaml; name another one with --agents.`,
    { details: { folder: resolve(folder) } },
  );
}

/** The agents in the usual place; empty if there is none. */
export function agentsHere(): readonly AgentDefinition[] {
  return readAgents(AGENTS_FOLDER, KNOWN_AGENT_TOOLS) ?? [];
}
