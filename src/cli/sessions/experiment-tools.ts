import { EarshotError } from "../../domain/errors.ts";
import type { Experiment } from "../../host/experiment.ts";
import type { KnownTools } from "../../host/tool-faults.ts";
import { createToolRegistry, type ToolRegistry } from "../../tools/registry/registry.ts";
import type { Tool } from "../../tools/registry/tool.ts";
import { TOOL_SETS } from "../../tools/sets.ts";

/** Those of an agent host work on its sessions, which an experiment has none of. */
const { host: _, ...OF_EXPERIMENTS } = TOOL_SETS;
const SETS: Readonly<Record<string, readonly Tool[]>> = OF_EXPERIMENTS;
/** Two sets may have a tool of the same name: by itself the name means that of the earlier set. */
const TOOLS = Object.values(SETS)
  .flat()
  .filter((tool, index, all) => all.findIndex(({ name }) => name === tool.name) === index);

/** What the tools of an experiment can be chosen from. */
export const KNOWN_TOOLS: KnownTools = {
  names: TOOLS.map(({ name }) => name),
  sets: Object.keys(SETS),
};

/** The tools that the model of an experiment may call. */
export function registryOf({ tools }: Experiment): ToolRegistry {
  if (typeof tools !== "string") {
    return createToolRegistry(TOOLS.filter(({ name }) => tools.includes(name)));
  }
  const set = Object.hasOwn(SETS, tools) ? SETS[tools] : undefined;
  if (set !== undefined) return createToolRegistry(set);
  throw new EarshotError(
    "INVALID_INPUT",
    `There is no set of tools named ${JSON.stringify(tools)} in this version. Start another run with --new.`,
  );
}
