import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema/dialect.ts";
import type { Tables } from "../schema/tables.ts";

/** Until when each chat was heard: of those that are linked already at least until they were. */
export async function heard(db: Kysely<Tables>, { moment }: Dialect): Promise<void> {
  await db.schema.alterTable("links").addColumn("heard_at", moment).execute();
  await sql`update links set heard_at = created_at`.execute(db);
}
