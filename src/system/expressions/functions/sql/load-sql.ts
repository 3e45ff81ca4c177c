import type { ParseSql } from "./read-sql.ts";

/** Rejects if the package is not installed. */
export async function loadSql(): Promise<ParseSql> {
  const { loadModule, parseSync } = await import("libpg-query");
  await loadModule();
  // The parser's own copy shares nothing with what it was given.
  return (text) => parseSync(text).stmts ?? [];
}
