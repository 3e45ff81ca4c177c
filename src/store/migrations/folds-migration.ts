import { type Kysely, sql } from "kysely";
import type { Tables } from "../schema/tables.ts";

/** Deliveries that wait behind another, which tells of them. */
export async function folds({ schema }: Kysely<Tables>): Promise<void> {
  await schema.alterTable("outbox").addColumn("behind", "text").execute();
  await schema
    .createIndex("outbox_behind")
    .on("outbox")
    .columns(["workspace", "behind"])
    .where(sql<boolean>`behind is not null`)
    .execute();
}
