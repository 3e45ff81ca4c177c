import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire, findPackageJSON } from "node:module";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * The file that a name in `channels.json` stands for; undefined where there is none. A path is
 * relative to the data folder, and a package is looked for from there, then from where the server was
 * started.
 */
export function findModule(name: string, dataFolder: string): string | undefined {
  const path = resolve(dataFolder, name);
  if (isFile(path)) return path;
  if (isAbsolute(name) || /^\.\.?(?:[/\\]|$)/.test(name)) return undefined;
  for (const folder of [dataFolder, "."]) {
    const base = pathToFileURL(join(resolve(folder), "channels.json"));
    const found = requireFrom(base, name) ?? importFrom(base, name);
    if (found !== undefined && isFile(found)) return found;
  }
  return undefined;
}

function requireFrom(base: URL, name: string): string | undefined {
  try {
    return createRequire(base).resolve(name);
  } catch {
    return undefined;
  }
}

/** Of a package whose entry can only be imported, which `require` does not find. */
function importFrom(base: URL, name: string): string | undefined {
  try {
    const description = findPackageJSON(name, base);
    if (description === undefined) return undefined;
    const { name: own, exports } = JSON.parse(readFileSync(description, "utf8"));
    const entry = own === name ? importEntry(exports?.["."] ?? exports) : undefined;
    return entry === undefined ? undefined : join(dirname(description), entry);
  } catch {
    return undefined;
  }
}

const CONDITIONS = ["node", "import", "default"];

function importEntry(entry: unknown): string | undefined {
  if (typeof entry === "string") return entry;
  if (typeof entry !== "object" || entry === null) return undefined;
  const found = Object.entries(entry).find(([condition]) => CONDITIONS.includes(condition));
  return importEntry(found?.[1]);
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
