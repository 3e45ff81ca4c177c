import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema/dialect.ts";
import type { Tables } from "../schema/tables.ts";

/** What people sign, and who may. */
export async function signers(
  { schema }: Kysely<Tables>,
  { moment, clusteredTableEnd }: Dialect,
): Promise<void> {
  await schema
    .createTable("signer_chain")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("seq", "integer", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("signer_chain_key", ["workspace", "seq"])
    .modifyEnd(sql.raw(clusteredTableEnd))
    .execute();
  await schema
    .createTable("statements")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("digest", "text", (c) => c.notNull())
    .addColumn("purpose", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("until", moment, (c) => c.notNull())
    .addColumn("body", "text")
    .addPrimaryKeyConstraint("statements_key", ["workspace", "digest"])
    .modifyEnd(sql.raw(clusteredTableEnd))
    .execute();
  await schema
    .createIndex("statements_subject")
    .on("statements")
    .columns(["workspace", "subject"])
    .execute();
}
