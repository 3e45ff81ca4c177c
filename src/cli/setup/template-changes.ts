import { join } from "node:path";
import { EarshotError } from "../../domain/errors.ts";
import type { Template } from "../../tools/templates/template.ts";
import { changes, type FileChange, isLink, readIfThere } from "../init/file-change.ts";
import { isAsWritten, markTemplate } from "./template-mark.ts";

/**
 * What has to be written for these templates to stand in the folder. Throws CONFLICT that names every
 * file that a person has changed or linked, before anything is written.
 */
export function templateChanges(
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
