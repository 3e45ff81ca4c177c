import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_FOLDER } from "../../compose/version.ts";
import { type EntryChange, isLink, readIfThere } from "./file-change.ts";
import { type Kept, originOf, readKept } from "./origin.ts";
import type { Places } from "./places.ts";
import type { Scope } from "./scope.ts";

const NAME = "ask-a-person";
const OURS = new URL(`skills/${NAME}/SKILL.md`, PACKAGE_FOLDER);

/** The skill installed; one that somebody has changed or linked stays as it is. */
export function skillAddition({ data, places, scope }: SkillPlace): EntryChange {
  const path = skillFile(places, scope);
  const before = readIfThere(path);
  const kept = readKept(data, path);
  const after = before === undefined || isOurs(path, before, kept) ? ourText() : before;
  const text = after === before ? before : withoutSkill(path, before, kept);
  return { path, before, after, isSecret: false, origin: { entry: NAME, text, made: 1 } };
}

/** The skill removed, unless it was there before. */
export function skillRemoval({ data, places, scope }: SkillPlace): EntryChange {
  const path = skillFile(places, scope);
  const before = readIfThere(path);
  const after = withoutSkill(path, before, readKept(data, path));
  return { path, before, after, isSecret: false, origin: { entry: NAME, text: after, made: 1 } };
}

interface SkillPlace {
  readonly data: string;
  readonly places: Places;
  readonly scope: Scope;
}

function skillFile({ project, claudeFolder }: Places, scope: Scope): string {
  const root = scope === "project" ? join(project, ".claude") : claudeFolder;
  return join(root, "skills", NAME, "SKILL.md");
}

function ourText(): string {
  return readFileSync(OURS, "utf8");
}

function withoutSkill(path: string, text: string | undefined, kept: Kept | undefined) {
  if (text === undefined) return undefined;
  const known = originOf(kept, text, NAME);
  if (known !== undefined) return known.text;
  return isOurs(path, text, kept) ? undefined : text;
}

/** As this installation provides it, or an earlier one left it. */
function isOurs(path: string, text: string, kept: Kept | undefined): boolean {
  const isLeft = kept?.existed === false && originOf(kept, text, NAME) !== undefined;
  return (isLeft || text === ourText()) && !isLink(path);
}
