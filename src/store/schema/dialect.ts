import type { Expression, SqlBool } from "kysely";

/** SQLite's view of the events by their subjects. */
export const EVENTS_BY_SUBJECT = "events_by_subject";

/** What the engines write differently. */
export interface Dialect {
  /** An integer that holds milliseconds since 1970. */
  readonly moment: "integer" | "bigint";
  readonly bytes: "blob" | "bytea";
  /** Appended to each table definition. */
  readonly tableEnd: string;
  /** The same for tables of small rows that are kept in the order of their key. */
  readonly clusteredTableEnd: string;
  /**
   * Columns at the end of an index, by which the inbox is counted without reading rows. Empty if the
   * engine limits an index entry to less than they can hold.
   */
  readonly inboxIndexEnd: "" | ", asked, voters, approvers";
  /** Behind the name of the requests' table, where open ones are read: which index to use. */
  readonly openIndex: "" | " indexed by requests_inbox";
  /** Where the numbers of the events of a subject stand, with its workspace. */
  readonly eventsBySubject: "events" | typeof EVENTS_BY_SUBJECT;
  /** What one process alone writes it can keep in memory: where many do, indexes find it. */
  readonly isOfOneProcess: boolean;
  /** True if the text contains `part`, letter for letter. */
  contains(text: Expression<string | null>, part: string): Expression<SqlBool>;
}
