import { parseDuration } from "../../domain/duration.ts";
import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { AgentRuntime, SessionLimits } from "../sessions/runtime.ts";
import { toolsOf } from "./agent-tools.ts";
import type { AgentDefinition } from "./read-agent.ts";

/** What the loop of an agent with a model needs. */
export function runtimeOf(
  definition: AgentDefinition,
  parts: Pick<AgentRuntime, "earshot" | "model" | "now">,
): AgentRuntime {
  const { name, system, skills, workers, preconditions, approvals, operators } = definition;
  return {
    ...parts,
    name,
    system,
    skills,
    workers,
    approvals,
    tools: toolsOf(definition),
    preconditions: preconditions.map(({ args, ...rest }) => ({
      ...rest,
      args: args as JsonObject,
    })),
    ...present({ operators }),
    limits: limitsOf(definition),
  };
}

/** The limits of one session. */
export function limitsOf({ limits }: AgentDefinition): SessionLimits {
  const { steps, tokens, time, attempts, acknowledge_after } = limits;
  return {
    steps,
    attempts,
    acknowledgeAfterMs: parseDuration(acknowledge_after),
    ...present({ tokens, timeMs: time === undefined ? undefined : parseDuration(time) }),
  };
}
