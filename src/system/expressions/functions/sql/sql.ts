import type { Environment } from "@marcbachmann/cel-js";
import { onceADecision } from "../meter.ts";
import { type ParseSql, readSql, readsOnly, Sql } from "./read-sql.ts";

/** Others have other comments, quotes and functions that call. */
export const DIALECT = "postgres";

/** `parser` gives none where its package is not installed: then nothing can be said. */
export function withSql(made: Environment, parser: () => ParseSql | undefined): void {
  made.registerType("Sql", {
    ctor: Sql,
    fields: { kinds: "list<string>", tables: "list<string>", statements: "int" },
  });
  made.registerFunction("sql(string, string): Sql", (text: string) => {
    const parse = parser();
    if (parse === undefined) throw new Error("what reads SQL is not installed");
    return onceADecision(`sql ${text}`, () => readSql(text, parse));
  });
  made.registerFunction("Sql.reads_only(): bool", readsOnly);
}
