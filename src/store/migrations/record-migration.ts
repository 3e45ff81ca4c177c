import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema/dialect.ts";
import type { Tables } from "../schema/tables.ts";

export async function theRecord(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await people(db, dialect);
  await conversations(db, dialect);
  await requests(db, dialect);
  await log(db, dialect);
}

async function people({ schema }: Kysely<Tables>, { moment, tableEnd }: Dialect): Promise<void> {
  const end = sql.raw(tableEnd);
  await schema
    .createTable("workspaces")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("created_at", moment, (c) => c.notNull())
    .modifyEnd(end)
    .execute();
  await schema
    .createTable("principals")
    .addColumn("workspace", "text", (c) => c.notNull().references("workspaces.id"))
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("role", "text")
    .addColumn("created_at", moment, (c) => c.notNull())
    .addPrimaryKeyConstraint("principals_key", ["workspace", "id"])
    .addUniqueConstraint("principals_name", ["workspace", "kind", "name"])
    .modifyEnd(end)
    .execute();
  await schema
    .createTable("keys")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("principal", "text", (c) => c.notNull())
    .addColumn("secret_hash", "text", (c) => c.notNull().unique())
    .addColumn("scopes", "text", (c) => c.notNull())
    .addColumn("created_at", moment, (c) => c.notNull())
    .addColumn("revoked_at", moment)
    .addPrimaryKeyConstraint("keys_key", ["workspace", "id"])
    .modifyEnd(end)
    .execute();
}

async function conversations(
  { schema }: Kysely<Tables>,
  { moment, tableEnd }: Dialect,
): Promise<void> {
  const end = sql.raw(tableEnd);
  await schema
    .createTable("conversations")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agent", "text", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("created_at", moment, (c) => c.notNull())
    .addPrimaryKeyConstraint("conversations_key", ["workspace", "id"])
    .modifyEnd(end)
    .execute();
  await schema
    .createIndex("conversations_agent")
    .on("conversations")
    .columns(["workspace", "agent", "id"])
    .execute();
  await schema
    .createTable("messages")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("conversation", "text", (c) => c.notNull())
    .addColumn("sender", "text", (c) => c.notNull())
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("created_at", moment, (c) => c.notNull())
    .addColumn("salt", "text", (c) => c.notNull())
    .addColumn("late_answer_to", "text")
    .addPrimaryKeyConstraint("messages_key", ["workspace", "id"])
    .modifyEnd(end)
    .execute();
  await schema
    .createIndex("messages_conversation")
    .on("messages")
    .columns(["workspace", "conversation", "id"])
    .execute();
}

async function requests({ schema }: Kysely<Tables>, { moment, tableEnd }: Dialect): Promise<void> {
  const end = sql.raw(tableEnd);
  await schema
    .createTable("requests")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("agent", "text", (c) => c.notNull())
    .addColumn("agent_name", "text", (c) => c.notNull())
    .addColumn("conversation", "text")
    .addColumn("asked", "text")
    .addColumn("question", "text", (c) => c.notNull())
    .addColumn("salt", "text", (c) => c.notNull())
    .addColumn("created_at", moment, (c) => c.notNull())
    .addColumn("expires_at", moment)
    .addColumn("closed_at", moment)
    .addColumn("closed_by", "text")
    .addColumn("answer", "text")
    .addColumn("reason", "text")
    .addPrimaryKeyConstraint("requests_key", ["workspace", "id"])
    .modifyEnd(end)
    .execute();
  await schema
    .createIndex("requests_open")
    .on("requests")
    .columns(["workspace", "id"])
    .where(sql<boolean>`status = 'open'`)
    .execute();
  await schema
    .createIndex("requests_agent")
    .on("requests")
    .columns(["workspace", "agent", "id"])
    .execute();
  await schema
    .createIndex("requests_conversation")
    .on("requests")
    .columns(["workspace", "conversation", "id"])
    .where("conversation", "is not", null)
    .execute();
  await schema
    .createIndex("requests_expiry")
    .on("requests")
    .columns(["expires_at"])
    .where(sql<boolean>`status = 'open' and expires_at is not null`)
    .execute();
}

/** Events, and the keys that make a change happen once. */
async function log(
  { schema }: Kysely<Tables>,
  { moment, bytes, clusteredTableEnd }: Dialect,
): Promise<void> {
  const clustered = sql.raw(clusteredTableEnd);
  await schema
    .createTable("once")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("principal", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("digest", "text", (c) => c.notNull())
    .addColumn("result", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("once_key", ["workspace", "key", "principal"])
    .modifyEnd(clustered)
    .execute();
  await schema
    .createTable("events")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("seq", moment, (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("at", moment, (c) => c.notNull())
    .addColumn("actor", "text")
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("agent", "text")
    .addColumn("data", "text")
    .addColumn("hash", bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint("events_key", ["workspace", "seq"])
    .modifyEnd(clustered)
    .execute();
  await schema
    .createIndex("events_subject")
    .on("events")
    .columns(["workspace", "subject", "seq"])
    .execute();
}
