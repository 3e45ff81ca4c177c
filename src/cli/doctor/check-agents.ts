import { OWN_AGENTS, ownAgentLike } from "../../domain/people/own-agents.ts";
import type { AgentDefinition } from "../../host/agents/read-agent.ts";
import type { ListedAgent } from "../../ports/earshot/inbox.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";
import { longestHoldMs, readClaudeSettings } from "../init/claude-settings.ts";
import type { Places } from "../init/places.ts";
import { agentsHere } from "../sessions/agents-folder.ts";
import { type Finding, unknown } from "../terminal/finding.ts";
import type { RunContext } from "../terminal/run-context.ts";

/**
 * Whether the model of each agent that runs from here can be reached, and is the one the agent
 * names.
 */
export async function checkAgents(): Promise<readonly Finding[]> {
  try {
    return (await Promise.all(agentsHere().map(modelOf))).flat();
  } catch (error) {
    return [unknown("agents", error)];
  }
}

async function modelOf({ name, model }: AgentDefinition): Promise<readonly Finding[]> {
  if (model === undefined) return [];
  const check = `${oneLine(name, 40)}'s model`;
  // Loaded here, since loading takes longer than any other command needs to start.
  const { modelFault } = await import("../../compose/models.ts");
  const fault = await modelFault(model);
  if (fault === undefined) return [{ check, state: "ok", detail: `${model.name} at ${model.url}` }];
  return [{ check, state: "failed", detail: visibleText(fault, { keepLines: false }) }];
}

const check = "Claude Code";

/** Whether Claude Code asks people through the hook here, and whether it asks anybody at all. */
export function checkClaude(places: Places): Finding[] {
  const settings = readClaudeSettings(places);
  const hooked = settings.filter(({ timeouts }) => timeouts.length > 0);
  if (hooked.length === 0) return [];
  const files = hooked.map(({ file }) => file).join(", ");
  const holdS = Math.floor(longestHoldMs(hooked) / 1_000);
  const detail = `The hook in ${files} waits ${holdS} s for a decision. In bypass mode Claude Code runs no such hook: neither the policy nor people see its calls.`;
  const bypassed = settings.filter(({ isBypassed }) => isBypassed);
  return [{ check, state: "ok", detail }, ...bypassed.map(({ file }) => bypass(file))];
}

function bypass(file: string): Finding {
  const detail = `${file} begins sessions in bypass mode, in which Claude Code asks nobody: neither the policy nor people see its calls. Mend: take permissions.defaultMode out of it; permissions.disableBypassPermissionsMode, set to "disable", forbids that mode.`;
  return { check, state: "warning", detail };
}

/**
 * Agents that were named before the server refused such names, and whose names resemble its own
 * agents'.
 */
export async function checkNames(context: RunContext): Promise<readonly Finding[]> {
  let items: readonly ListedAgent[];
  try {
    ({ items } = await context.connectAs("operator").listAgents());
  } catch {
    // Another check says why the operator's key cannot ask.
    return [];
  }
  return items.flatMap(({ principal: { name, haltedAt } }) => {
    const own = ownAgentLike(name);
    if (own === undefined || OWN_AGENTS.includes(name)) return [];
    const shown = visibleText(name, { keepLines: false });
    const mend =
      haltedAt === undefined
        ? `Let it ask under another name, and halt this one: npx earshot agents halt ${JSON.stringify(name)}`
        : "It is halted, and asks nothing.";
    const detail = `The agent "${shown}" reads like "${own}", the server's own: people could take what it asks for the server's. ${mend}`;
    return [{ check: "names", state: haltedAt === undefined ? "failed" : "warning", detail }];
  });
}
