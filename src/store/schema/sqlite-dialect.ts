import { sql } from "kysely";
import { type Dialect, EVENTS_BY_SUBJECT } from "./dialect.ts";

export const sqliteDialect: Dialect = {
  moment: "integer",
  bytes: "blob",
  tableEnd: "strict",
  clusteredTableEnd: "strict, without rowid",
  eventsBySubject: EVENTS_BY_SUBJECT,
  isOfOneProcess: true,
  openIndex: " indexed by requests_inbox",
  inboxIndexEnd: ", asked, voters, approvers",
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
};
