import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema/dialect.ts";
import type { Tables } from "../schema/tables.ts";

/** What people paste and attach, by digest, beside the request or conversation that it belongs to. */
export async function contents(
  { schema }: Kysely<Tables>,
  { moment, bytes, tableEnd }: Dialect,
): Promise<void> {
  await schema
    .createTable("contents")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("owner", "text", (c) => c.notNull())
    .addColumn("digest", "text", (c) => c.notNull())
    .addColumn("media_type", "text", (c) => c.notNull())
    .addColumn("name", "text")
    .addColumn("size", "integer", (c) => c.notNull())
    .addColumn("created_at", moment, (c) => c.notNull())
    .addColumn("text", "text")
    .addColumn("bytes", bytes)
    .addPrimaryKeyConstraint("contents_key", ["workspace", "owner", "digest"])
    .modifyEnd(sql.raw(tableEnd))
    .execute();
  // Sizes are added up without reading what they are of.
  await schema
    .createIndex("contents_size")
    .on("contents")
    .columns(["workspace", "owner", "size"])
    .execute();
}
