import { existsSync, readdirSync, statSync } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { parseDocument } from "yaml";
import { z } from "zod";
import { EarshotError } from "../../domain/errors.ts";
import type { ToolSkill } from "../../tools/registry/tool.ts";
import { readText } from "../yaml-file.ts";

const FILES = ["SKILL.md", "skill.md"] as const;
const FRONT = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/;
/** As much as a model can read in one go. */
const MAX_BYTES = 128 * 1024;

/** The name under which reads of a skill are counted. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u;

const Front = z.object({
  name: z.string().regex(NAME).optional(),
  description: z.string().min(1).max(1_024),
});

/** The skills of a folder, by name; none if the folder does not exist. */
export function readSkills(folder: string): readonly ToolSkill[] {
  if (!existsSync(folder)) return [];
  const folders = readdirSync(folder).filter(
    (entry) => !entry.startsWith(".") && isFolder(join(folder, entry)),
  );
  const skills = folders.sort().map((entry) => readSkill(join(folder, entry), entry));
  const twice = skills.find(({ name }, index) => skills.findIndex((o) => o.name === name) < index);
  if (twice === undefined) return skills;
  throw invalid(folder, `Two skills in ${folder} are named ${twice.name}. Rename one of them.`);
}

/** A link that leads nowhere is not a skill. */
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function readSkill(folder: string, entry: string): ToolSkill {
  const listed = readdirSync(folder);
  const file = FILES.find((name) => listed.includes(name));
  if (file === undefined) {
    throw invalid(
      folder,
      `The skill folder ${folder} has no SKILL.md. Write one, or move it away.`,
    );
  }
  const path = join(folder, file);
  const front = Front.safeParse(frontOf(readText(path, "skill")));
  if (front.success) {
    const { name = entry, description } = front.data;
    return { name, description, read: (wanted = file) => readWithin(folder, wanted) };
  }
  const [issue] = front.error.issues;
  const key = issue?.path.join(".") || "front matter";
  throw invalid(
    path,
    `${path}: ${key} is missing or is not what it can be. A skill begins with --- name: … description: … ---, each on a line of its own; the name has letters, digits, dots, _ and -.`,
  );
}

function frontOf(text: string): unknown {
  const [, front] = FRONT.exec(text) ?? [];
  return front === undefined ? undefined : parseDocument(front).toJS();
}

/** The text of a file of the folder. No path and no link leads out of it. */
async function readWithin(folder: string, file: string): Promise<string> {
  const root = await realpath(folder);
  const path = await realpath(resolve(root, file)).catch(() => undefined);
  if (path === undefined || !isWithin(root, path)) throw notThere(file);
  const facts = await stat(path);
  if (!facts.isFile()) throw notThere(file);
  if (facts.size <= MAX_BYTES) return await readFile(path, "utf8");
  throw new EarshotError(
    "TOO_LARGE",
    `The file ${file} of the skill has ${facts.size} bytes; ${MAX_BYTES} can be read. Split it.`,
    { details: { file } },
  );
}

function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function notThere(file: string): EarshotError {
  return new EarshotError(
    "NOT_FOUND",
    `The skill has no file ${JSON.stringify(file)}. Give the path of one within its folder, as the skill names it.`,
    { details: { file } },
  );
}

function invalid(path: string, message: string): EarshotError {
  return new EarshotError("INVALID_INPUT", message, { details: { path } });
}
