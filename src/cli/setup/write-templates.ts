import { visibleText } from "../../render/visible-text.ts";
import { createToolRegistry } from "../../tools/registry/registry.ts";
import { TOOL_SETS, type ToolSetName } from "../../tools/sets.ts";
import { workspaceTemplates } from "../../tools/templates/workspace-templates.ts";
import { changes, makeChange } from "../init/file-change.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { templateChanges } from "./template-changes.ts";

export interface TemplatesOptions {
  readonly set: readonly ToolSetName[];
  readonly force?: boolean;
}

/** Writes the templates of the sets into the folder, and says which files there are. */
export function writeTemplates(
  { output, options }: RunContext,
  folder: string,
  { set, force = false }: TemplatesOptions,
): number {
  const names = [...new Set(set)];
  const registry = createToolRegistry(names.flatMap((name) => TOOL_SETS[name]));
  const planned = templateChanges(folder, workspaceTemplates(registry), { isForced: force });
  for (const change of planned) makeChange(change);
  const files = planned.map((change) => ({ path: change.path, isWritten: changes(change) }));
  if (options.json === true) output.json({ files });
  else {
    for (const { path, isWritten } of files) {
      output.line(`${visibleText(path)}${isWritten ? "" : " is as it should be"}`);
    }
  }
  return EXIT_CODES.answered;
}
