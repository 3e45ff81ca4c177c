import type { Tool } from "../../tools/registry/tool.ts";
import { TOOL_SETS } from "../../tools/sets.ts";
import type { KnownTools } from "../tool-faults.ts";
import type { AgentDefinition } from "./read-agent.ts";

const SETS: Readonly<Record<string, readonly Tool[]>> = TOOL_SETS;

/** The tools that an agent can choose from. */
export const KNOWN_AGENT_TOOLS: KnownTools = {
  names: [
    ...new Set(
      Object.values(SETS)
        .flat()
        .map(({ name }) => name),
    ),
  ],
  sets: Object.keys(SETS),
};

/** The names of everything that a hosted agent may call. */
export function toolsOf({ tools, workers, skills }: AgentDefinition): readonly string[] {
  const chosen = typeof tools === "string" ? fromSet(tools) : tools;
  const own = [
    "ask_operator",
    "read_session",
    "message",
    "judge_request",
    "get_task",
    "task_progress",
    "task_completed",
  ];
  return [
    ...new Set([
      ...chosen,
      ...own,
      ...(skills.length === 0 ? [] : ["read_skill"]),
      ...(workers.length === 0 ? [] : ["run_worker"]),
    ]),
  ];
}

/** A call that waits would block the session for hours. Asking ends the session instead. */
function fromSet(name: string): readonly string[] {
  return (SETS[name] ?? [])
    .filter(({ timeoutMs }) => timeoutMs !== Number.POSITIVE_INFINITY)
    .map((tool) => tool.name);
}
