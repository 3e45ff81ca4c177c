import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_FOLDER } from "../../version.ts";
import { type FileChange, isLink, readIfThere } from "./file-change.ts";
import type { Places } from "./places.ts";
import type { Scope } from "./scope.ts";

const NAME = "ask-a-person";
const OURS = new URL(`skills/${NAME}/SKILL.md`, PACKAGE_FOLDER);

/** The skill put in its place, or taken out; one that somebody has changed or linked stays as it is. */
export function skillChange(places: Places, scope: Scope, isRemoved: boolean): FileChange {
  const { project, claudeFolder } = places;
  const root = scope === "project" ? join(project, ".claude") : claudeFolder;
  const path = join(root, "skills", NAME, "SKILL.md");
  const ours = readFileSync(OURS, "utf8");
  const before = readIfThere(path);
  const isOurs = before === undefined || (before === ours && !isLink(path));
  return { path, before, after: isOurs ? (isRemoved ? undefined : ours) : before, isSecret: false };
}
