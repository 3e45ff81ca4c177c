import { globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { libraryEntries } from "./library-entries.ts";

const MANIFEST = fileURLToPath(new URL("../package.json", import.meta.url));
/** An example in a doc comment imports for the reader, not for the declarations. */
const COMMENT_LINE = /^ *\*.*$/gm;
const IMPORT = /(?:\bfrom |\bimport\(|^import )"([\w@./:-]+)"/gm;

/** Removes from a folder of declarations those that no entry of the library reaches. */
export function keepReachedTypes(folder: string): void {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(MANIFEST, "utf8"));
  const names = Object.keys({ ...dependencies, ...peerDependencies });
  const entries = libraryEntries().map(({ types }) => join(folder, types));
  const reached = reachedTypes(entries, ["node:", ...names]);
  for (const file of globSync("**/*.ts", { cwd: folder })) {
    if (!reached.has(join(folder, file))) rmSync(join(folder, file));
  }
}

/**
 * The declarations that entries reach, these included. Throws where one needs a package that is not
 * installed with them: the compiler of a user would not find it.
 */
export function reachedTypes(
  entries: readonly string[],
  installed: readonly string[],
): ReadonlySet<string> {
  const isInstalled = (target: string) =>
    installed.some((name) =>
      name.endsWith(":")
        ? target.startsWith(name)
        : target === name || target.startsWith(`${name}/`),
    );
  const reached = new Set(entries);
  for (const file of reached) {
    const code = readFileSync(file, "utf8").replaceAll(COMMENT_LINE, "");
    for (const [, target = ""] of code.matchAll(IMPORT)) {
      if (target.startsWith(".")) {
        reached.add(resolve(dirname(file), target.replace(/\.ts$/, ".d.ts")));
      } else if (!isInstalled(target)) {
        throw new Error(`The types in ${file} need ${target}, which is not installed with them.`);
      }
    }
  }
  return reached;
}
