import type { AgentDefinition } from "../../host/agents/read-agent.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";
import { agentsHere } from "../sessions/agents-folder.ts";
import { type Finding, unknown } from "../terminal/finding.ts";

/** Whether the model of each agent that is run from here can be reached, and is the one that it names. */
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
  // Loaded here, since it takes longer than all other commands need to start.
  const { modelFault } = await import("../../compose/models.ts");
  const fault = await modelFault(model);
  if (fault === undefined) return [{ check, state: "ok", detail: `${model.name} at ${model.url}` }];
  return [{ check, state: "failed", detail: visibleText(fault, { keepLines: false }) }];
}
