import { globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { libraryEntries } from "./library-entries.ts";

const MANIFEST = fileURLToPath(new URL("../package.json", import.meta.url));
/** An example in a doc comment imports for the reader, not for the declarations. */
const COMMENT_LINE = /^ *\*.*$/gm;
const IMPORT = /(?:\bfrom |\bimport\(|^import )"([\w@./:-]+)"/gm;

/**
 * Removes from a folder of declarations those that no entry of the library reaches. Throws where one
 * that stays needs a package that users do not get with Earshot: their compiler would not find it.
 */
export function keepReachedTypes(folder: string): void {
  const reached = reachedFrom(libraryEntries().map(({ types }) => join(folder, types)));
  for (const file of globSync("**/*.ts", { cwd: folder })) {
    if (!reached.has(join(folder, file))) rmSync(join(folder, file));
  }
}

function reachedFrom(entries: readonly string[]): ReadonlySet<string> {
  const isInstalled = packagesOfUsers();
  const reached = new Set(entries);
  for (const file of reached) {
    const code = readFileSync(file, "utf8").replaceAll(COMMENT_LINE, "");
    for (const [, target = ""] of code.matchAll(IMPORT)) {
      if (target.startsWith(".")) {
        reached.add(resolve(dirname(file), target.replace(/\.ts$/, ".d.ts")));
      } else if (!isInstalled(target)) {
        throw new Error(
          `The types in ${file} need ${target}, which is not installed with Earshot.`,
        );
      }
    }
  }
  return reached;
}

function packagesOfUsers(): (target: string) => boolean {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(MANIFEST, "utf8"));
  const names = Object.keys({ ...dependencies, ...peerDependencies });
  return (target) =>
    target.startsWith("node:") ||
    names.some((name) => target === name || target.startsWith(`${name}/`));
}
