import { type Kysely, sql } from "kysely";
import type { Tables } from "../schema/tables.ts";

/** Lists of closed requests, which are nearly all: each status and kind in the order of its own index. */
export async function lists({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createIndex("requests_closed")
    .on("requests")
    .columns(["workspace", "status", "kind", "id"])
    .where(sql<boolean>`status <> 'open'`)
    .execute();
  await schema
    .createIndex("requests_agent_closed")
    .on("requests")
    .columns(["workspace", "agent", "status", "kind", "id"])
    .where(sql<boolean>`status <> 'open'`)
    .execute();
}
