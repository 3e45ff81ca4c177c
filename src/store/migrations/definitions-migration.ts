import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema/dialect.ts";
import type { Tables } from "../schema/tables.ts";

/** What tools say of themselves, by its digest: to show a changed one beside the one that is pinned. */
export async function definitions(
  { schema }: Kysely<Tables>,
  { tableEnd }: Dialect,
): Promise<void> {
  await schema
    .createTable("tool_definitions")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("definition", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("tool_definitions_key", ["workspace", "hash"])
    .modifyEnd(sql.raw(tableEnd))
    .execute();
}
