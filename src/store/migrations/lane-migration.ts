import { type Kysely, sql } from "kysely";
import type { Tables } from "../schema/tables.ts";

/**
 * The indexes by which due deliveries are chosen name the agent too, since in a lane order is each
 * agent's; and how much an agent has waiting in a lane is counted with each of its messages.
 */
export async function lanes({ schema }: Kysely<Tables>): Promise<void> {
  await schema.dropIndex("outbox_due").execute();
  await schema.dropIndex("outbox_tried").execute();
  await schema
    .createIndex("outbox_due")
    .on("outbox")
    .columns(["shard", "due_at", "job", "id", "channel", "chat", "agent", "workspace"])
    .where(sql<boolean>`job is not null and attempts = 0`)
    .execute();
  await schema
    .createIndex("outbox_tried")
    .on("outbox")
    .columns(["shard", "channel", "chat", "job", "agent", "id", "due_at", "workspace"])
    .where(sql<boolean>`job is not null and attempts > 0`)
    .execute();
  await schema
    .createIndex("outbox_waiting")
    .on("outbox")
    .columns(["workspace", "channel", "chat", "agent"])
    .where(sql<boolean>`status = 'queued'`)
    .execute();
}
