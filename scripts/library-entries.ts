import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

export interface LibraryEntry {
  /** Behind the name of the package, as `exports` has it. */
  readonly path: string;
  /** The name of its file in `dist/library`, without extension. */
  readonly name: string;
  /** The path of its declarations in `dist/types`. */
  readonly types: string;
  readonly source: string;
}

const MANIFEST = fileURLToPath(new URL("../package.json", import.meta.url));

/** What `exports` in package.json names. An entry's declarations lie below `dist/types` as its source below `src`. */
export function libraryEntries(): readonly LibraryEntry[] {
  const { exports } = JSON.parse(readFileSync(MANIFEST, "utf8")) as {
    exports: Readonly<Record<string, string | { types: string; default: string }>>;
  };
  return Object.entries(exports).flatMap(([path, entry]) => {
    if (typeof entry === "string") return [];
    const types = entry.types.replace("./dist/types/", "");
    const source = `src/${types.replace(/\.d\.ts$/, ".ts")}`;
    return [{ path, name: basename(entry.default, ".js"), types, source }];
  });
}
