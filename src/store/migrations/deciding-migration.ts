import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema/dialect.ts";
import type { Tables } from "../schema/tables.ts";

/**
 * Decisions that are held for a moment, requests that one person gave to another, what people often
 * reply, and test requests.
 */
export async function deciding(
  { schema }: Kysely<Tables>,
  { moment, clusteredTableEnd }: Dialect,
): Promise<void> {
  await schema.alterTable("requests").addColumn("held", "text").execute();
  await schema.alterTable("requests").addColumn("held_until", moment).execute();
  await schema
    .createIndex("requests_held")
    .on("requests")
    .columns(["held_until"])
    .where(sql<boolean>`held_until is not null`)
    .execute();
  await schema
    .createTable("assignments")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("request", "text", (c) => c.notNull())
    .addColumn("operator", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("assigned_by", "text", (c) => c.notNull())
    .addColumn("assigned_at", moment, (c) => c.notNull())
    .addPrimaryKeyConstraint("assignments_key", ["workspace", "request"])
    .modifyEnd(sql.raw(clusteredTableEnd))
    .execute();
  await schema
    .createTable("saved_replies")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("operator", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("saved_replies_key", ["workspace", "operator"])
    .modifyEnd(sql.raw(clusteredTableEnd))
    .execute();
  await schema
    .createTable("planted")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("operator", "text", (c) => c.notNull())
    .addColumn("moment", "text", (c) => c.notNull())
    .addColumn("created_at", moment, (c) => c.notNull())
    .addColumn("expires_at", moment, (c) => c.notNull())
    .addColumn("ended_at", moment)
    .addColumn("outcome", "text")
    .addColumn("body", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("planted_key", ["workspace", "id"])
    .addUniqueConstraint("planted_moment", ["workspace", "operator", "moment"])
    .modifyEnd(sql.raw(clusteredTableEnd))
    .execute();
}
