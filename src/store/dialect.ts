import type { Expression, SqlBool } from "kysely";

/** What the engines spell differently. */
export interface Dialect {
  /** An integer that holds milliseconds since 1970. */
  readonly moment: "integer" | "bigint";
  readonly bytes: "blob" | "bytea";
  /** Appended to each table definition. */
  readonly tableEnd: string;
  /** The same for tables of small rows that are kept in the order of their key. */
  readonly clusteredTableEnd: string;
  /** True where the text holds `part`, letter for letter. */
  contains(text: Expression<string | null>, part: string): Expression<SqlBool>;
}
