import { join } from "node:path";
import { EarshotError } from "../../domain/errors.ts";
import { visibleText } from "../../render/visible-text.ts";
import { createToolRegistry } from "../../tools/registry/registry.ts";
import { TOOL_SETS, type ToolSetName } from "../../tools/sets.ts";
import type { Template } from "../../tools/templates/template.ts";
import { workspaceTemplates } from "../../tools/templates/workspace-templates.ts";
import { changes, type FileChange, isLink, makeChange, readIfThere } from "../init/file-change.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { isAsWritten, markTemplate } from "./template-mark.ts";

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

/**
 * What has to be written to put these templates into the folder. Throws CONFLICT, before anything
 * is written, with every file that a person has changed or linked.
 */
function templateChanges(
  folder: string,
  templates: readonly Template[],
  { isForced }: { readonly isForced: boolean },
): readonly FileChange[] {
  const planned = templates.map(({ path: name, text }): FileChange => {
    const path = join(folder, ...name.split("/"));
    return { path, before: readIfThere(path), after: markTemplate(text), isSecret: false };
  });
  const kept = isForced ? [] : planned.filter(isSomebodys).map(({ path }) => path);
  if (kept.length === 0) return planned;
  throw new EarshotError(
    "CONFLICT",
    `Nothing was written: ${kept.join(" and ")} ${kept.length === 1 ? "is" : "are"} not as Earshot wrote. Move your changes elsewhere, name another folder, or write over them with --force.`,
    { details: { paths: kept } },
  );
}

function isSomebodys(change: FileChange): boolean {
  const { path, before } = change;
  return before !== undefined && changes(change) && (isLink(path) || !isAsWritten(before));
}
