import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";

/** Messages that word an answer anew, which stays as it was given. */
export async function corrects({ schema }: Kysely<Tables>): Promise<void> {
  await schema.alterTable("messages").addColumn("corrects", "text").execute();
}
