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
  /**
   * Columns that an index may end with so that the inbox is counted without its rows; empty where an
   * entry of an index may not be as long as they can be.
   */
  readonly inboxIndexEnd: "" | ", asked, voters, approvers";
  /** True where the text holds `part`, letter for letter. */
  contains(text: Expression<string | null>, part: string): Expression<SqlBool>;
}
