import { dirname, resolve } from "node:path";
import type { z } from "zod";
import { EXPERIMENT_FILE, type Experiment } from "./experiment.ts";
import { PLACEHOLDERS, unknownPlaceholders } from "./prompt.ts";
import { type KnownTools, toolFaults } from "./tool-faults.ts";
import { type Fault, readText, readYamlFile } from "./yaml-file.ts";

type File = z.output<typeof EXPERIMENT_FILE>;

/** Reads an experiment file; throws INVALID_INPUT that names every fault with its line. */
export function readExperiment(path: string, tools: KnownTools): Experiment {
  const file = readYamlFile(path, {
    schema: EXPERIMENT_FILE,
    what: "an experiment",
    example: "name and model",
    either: () => "the name of a set of tools, or a list of names of tools",
    check: (data) => [
      ...systemFaults(data),
      ...toolFaults(["tools"], data.tools, tools),
      ...promptFaults(data),
    ],
  });
  return whole(path, file);
}

/** Contains the system prompt, wherever that is written. */
function whole(path: string, { system, system_file, ...rest }: File): Experiment {
  const text =
    system_file === undefined
      ? (system ?? "")
      : readText(resolve(dirname(path), system_file), "system_file");
  return { ...rest, system: text };
}

/** A system prompt must be written in one place only. */
export function systemFaults({
  system,
  system_file,
}: {
  readonly system?: string | undefined;
  readonly system_file?: string | undefined;
}): Fault[] {
  const both = system !== undefined && system_file !== undefined;
  return both
    ? [{ path: ["system_file"], what: "Give either system or system_file, not both." }]
    : [];
}

function promptFaults(file: File): Fault[] {
  return (["prompt", "continue_prompt"] as const).flatMap((key) =>
    unknownPlaceholders(file[key] ?? "").map((name) => ({
      path: [key],
      what: `{{${name}}} in ${key} stands for nothing; there are ${PLACEHOLDERS.map((one) => `{{${one}}}`).join(", ")}.`,
    })),
  );
}
