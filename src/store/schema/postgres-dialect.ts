import { sql } from "kysely";
import type { Dialect } from "./dialect.ts";

export const postgresDialect: Dialect = {
  moment: "bigint",
  bytes: "bytea",
  tableEnd: "",
  clusteredTableEnd: "",
  eventsBySubject: "events",
  isOfOneProcess: false,
  openIndex: "",
  inboxIndexEnd: "",
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
};
