import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema/dialect.ts";
import type { Tables } from "../schema/tables.ts";

/** Who does what only one process at a time may do, and in which trace a request was asked. */
export async function manyMachines(
  { schema }: Kysely<Tables>,
  { moment, clusteredTableEnd }: Dialect,
): Promise<void> {
  await schema
    .createTable("leases")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("holder", "text", (c) => c.notNull())
    .addColumn("epoch", moment, (c) => c.notNull())
    .addColumn("until", moment, (c) => c.notNull())
    .addPrimaryKeyConstraint("leases_key", ["workspace", "name"])
    .modifyEnd(sql.raw(clusteredTableEnd))
    .execute();
  await schema.alterTable("requests").addColumn("trace", "text").execute();
}
