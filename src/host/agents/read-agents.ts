import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { EarshotError } from "../../domain/errors.ts";
import type { KnownTools } from "../tool-faults.ts";
import { isAgentName } from "./agent-file.ts";
import { type AgentDefinition, readAgent } from "./read-agent.ts";

/** The agents of a folder, `NAME/agent.yaml` each; undefined if the folder does not exist. */
export function readAgents(
  folder: string,
  tools: KnownTools,
): readonly AgentDefinition[] | undefined {
  const root = resolve(folder);
  if (!existsSync(root)) return undefined;
  const names = readdirSync(root).filter((name) => isAgentFolder(join(root, name)));
  return names.sort().map((name) => {
    if (isAgentName(name)) return readAgent(join(root, name), name, tools);
    throw new EarshotError(
      "INVALID_INPUT",
      `${JSON.stringify(name)} in ${root} cannot be the name of an agent. Name the folder with letters, digits, dots, _ and -, at most 64 characters.`,
      { details: { folder: root } },
    );
  });
}

/** A folder without the file may be anything: shared skills, or leftovers. */
function isAgentFolder(path: string): boolean {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts?.isDirectory() === true && existsSync(join(path, "agent.yaml"));
}
