import { present } from "../../domain/present.ts";
import { loadShell } from "./functions/shell/load-shell.ts";
import type { ParseShell } from "./functions/shell/read-commands.ts";
import { loadSql } from "./functions/sql/load-sql.ts";
import type { ParseSql } from "./functions/sql/read-sql.ts";

/** What functions read with, by their names, once it is loaded. */
export interface Parsers {
  shell?: ParseShell;
  sql?: ParseSql;
}

interface Loader<T> {
  readonly packages: readonly string[];
  /** Rejects if they are not installed. */
  readonly load: () => Promise<T>;
}

export type Loaders = { readonly [Name in keyof Parsers]-?: Loader<NonNullable<Parsers[Name]>> };

export const LOADERS: Loaders = {
  shell: { packages: ["web-tree-sitter@0.27", "tree-sitter-bash@0.25"], load: loadShell },
  sql: { packages: ["libpg-query@18"], load: loadSql },
};

/** Loads what these functions need that is not there yet. Resolves with the packages that are missing. */
export async function loadParsers(
  parsers: Parsers,
  functions: ReadonlySet<string>,
  { shell, sql }: Loaders,
): Promise<readonly string[]> {
  const missing: string[] = [];
  async function tried<T>({ packages, load }: Loader<T>): Promise<T | undefined> {
    try {
      return await load();
    } catch {
      missing.push(...packages);
      return undefined;
    }
  }
  if (functions.has("shell"))
    Object.assign(parsers, present({ shell: parsers.shell ?? (await tried(shell)) }));
  if (functions.has("sql"))
    Object.assign(parsers, present({ sql: parsers.sql ?? (await tried(sql)) }));
  return missing;
}
