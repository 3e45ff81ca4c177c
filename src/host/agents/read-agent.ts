import { dirname, join, resolve } from "node:path";
import { didYouMean } from "../../tools/registry/nearest.ts";
import type { ToolSkill } from "../../tools/registry/tool.ts";
import { systemFaults } from "../read-experiment.ts";
import { type KnownTools, toolFaults } from "../tool-faults.ts";
import { type Fault, readText, readYamlFile } from "../yaml-file.ts";
import { AGENT_FILE, type AgentFile } from "./agent-file.ts";
import { readSkills } from "./skills.ts";

/** An agent as a host runs it: its file with everything that the file names. */
export interface AgentDefinition extends Omit<AgentFile, "system" | "system_file" | "skills"> {
  readonly name: string;
  readonly folder: string;
  readonly system: string;
  readonly skills: readonly ToolSkill[];
}

/** Reads the agent of a folder; throws INVALID_INPUT that names every fault with its line. */
export function readAgent(folder: string, name: string, tools: KnownTools): AgentDefinition {
  const path = join(folder, "agent.yaml");
  const skills = skillsOf(folder);
  const {
    system,
    system_file,
    skills: wanted,
    ...rest
  } = readYamlFile(path, {
    schema: AGENT_FILE,
    what: "an agent",
    example: "model and channels",
    either: () => "the name of a set of tools, or a list of names of tools",
    check: (file) => [
      ...kindFaults(file),
      ...systemFaults(file),
      ...toolFaults(["tools"], file.tools, tools),
      ...file.workers.flatMap((worker, index) =>
        toolFaults(["workers", index, "tools"], worker.tools, tools),
      ),
      ...skillFaults(file, skills),
      ...twiceFaults("workers", file.workers),
      ...twiceFaults("schedules", file.schedules),
    ],
  });
  return {
    ...rest,
    name,
    folder,
    system:
      system_file === undefined
        ? (system ?? "")
        : readText(resolve(folder, system_file), "system_file"),
    skills: wanted === undefined ? skills : skills.filter((skill) => wanted.includes(skill.name)),
  };
}

/** The agent's own skills come before those that all agents share. */
function skillsOf(folder: string): readonly ToolSkill[] {
  const own = readSkills(join(folder, "skills"));
  const shared = readSkills(join(dirname(dirname(folder)), "skills"));
  return [...own, ...shared.filter(({ name }) => !own.some((one) => one.name === name))];
}

function kindFaults({ model, command, ...file }: AgentFile): Fault[] {
  if (model === undefined && command === undefined) {
    return [{ path: ["model"], what: "An agent has a model, or a command that is the agent." }];
  }
  if (model !== undefined && command !== undefined) {
    return [{ path: ["command"], what: "Give either model or command, not both." }];
  }
  if (model !== undefined) return [];
  const idle = ["system", "system_file", "workers", "preconditions", "approvals"] as const;
  return idle
    .filter((key) => file[key] !== undefined && file[key].length > 0)
    .map((key) => ({
      path: [key],
      what: `${key} is for an agent with a model; a command has none.`,
    }));
}

function skillFaults({ skills: wanted = [] }: AgentFile, skills: readonly ToolSkill[]): Fault[] {
  const names = skills.map(({ name }) => name);
  return wanted.flatMap((name, index) => {
    if (names.includes(name)) return [];
    const known = names.length === 0 ? " There is none." : ` There are ${names.join(", ")}.`;
    const hint = didYouMean(name, names) || known;
    return [{ path: ["skills", index], what: `There is no skill named ${name}.${hint}` }];
  });
}

function twiceFaults(key: string, items: readonly { readonly name: string }[]): Fault[] {
  return items.flatMap(({ name }, index) =>
    items.findIndex((item) => item.name === name) < index
      ? [{ path: [key, index, "name"], what: `Two of the ${key} are named ${name}.` }]
      : [],
  );
}
