import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema/dialect.ts";
import type { Tables } from "../schema/tables.ts";

/** Deliveries to channels, where each goes, and which requests share an answer. */
export async function hub(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await outboxTable(db, dialect);
  await outboxJobIndexes(db);
  await outboxListIndexes(db);
  await postTable(db, dialect);
  await linkTables(db, dialect);
  await sharedAnswers(db, dialect);
}

async function outboxTable({ schema }: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { moment } = dialect;
  await schema
    .createTable("outbox")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("shard", "integer", (c) => c.notNull())
    .addColumn("channel", "text", (c) => c.notNull())
    .addColumn("chat", "text", (c) => c.notNull())
    .addColumn("thread", "text")
    .addColumn("item", "text", (c) => c.notNull())
    .addColumn("agent", "text", (c) => c.notNull())
    .addColumn("operator", "text")
    .addColumn("text", "text")
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("job", "text")
    .addColumn("due_at", moment)
    .addColumn("held_for", "text")
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("nonce", "text", (c) => c.notNull().unique())
    .addColumn("error", "text")
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("created_at", moment, (c) => c.notNull())
    .addColumn("sent_at", moment)
    .addColumn("version", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("outbox_key", ["workspace", "id"])
    .modifyEnd(sql.raw(dialect.tableEnd))
    .execute();
}

/** By shard, over all workspaces; they hold all that is needed to choose among thousands that wait. */
async function outboxJobIndexes({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createIndex("outbox_due")
    .on("outbox")
    .columns(["shard", "due_at", "job", "id", "channel", "chat", "workspace"])
    .where(sql<boolean>`job is not null and attempts = 0`)
    .execute();
  await schema
    .createIndex("outbox_tried")
    .on("outbox")
    .columns(["shard", "channel", "chat", "job", "id", "due_at", "workspace"])
    .where(sql<boolean>`job is not null and attempts > 0`)
    .execute();
}

async function outboxListIndexes({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createIndex("outbox_queued")
    .on("outbox")
    .columns(["workspace", "channel", "id"])
    .where(sql<boolean>`status = 'queued'`)
    .execute();
  await schema
    .createIndex("outbox_failed")
    .on("outbox")
    .columns(["workspace", "channel", "id"])
    .where(sql<boolean>`status = 'failed'`)
    .execute();
  await schema
    .createIndex("outbox_item")
    .on("outbox")
    .columns(["workspace", "item", "id"])
    .execute();
  await schema
    .createIndex("outbox_agent")
    .on("outbox")
    .columns(["workspace", "agent", "id"])
    .execute();
  await schema
    .createIndex("outbox_operator")
    .on("outbox")
    .columns(["workspace", "operator", "sent_at"])
    .where(sql<boolean>`sent_at is not null and operator is not null`)
    .execute();
  await schema
    .createIndex("outbox_lane")
    .on("outbox")
    .columns(["channel", "chat", "sent_at", "id"])
    .where(sql<boolean>`sent_at is not null`)
    .execute();
}

async function postTable({ schema }: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await schema
    .createTable("outbox_posts")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("delivery", "text", (c) => c.notNull())
    .addColumn("channel", "text", (c) => c.notNull())
    .addColumn("chat", "text", (c) => c.notNull())
    .addColumn("message", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("outbox_posts_key", ["workspace", "delivery", "chat", "message"])
    .modifyEnd(sql.raw(dialect.clusteredTableEnd))
    .execute();
  await schema
    .createIndex("outbox_posts_place")
    .on("outbox_posts")
    .columns(["channel", "chat", "message", "delivery"])
    .execute();
}

async function linkTables(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("links")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("channel", "text", (c) => c.notNull())
    .addColumn("chat", "text", (c) => c.notNull())
    .addColumn("thread", "text")
    .addColumn("operator", "text")
    .addColumn("account", "text")
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("rank", "integer", (c) => c.notNull())
    .addColumn("created_at", dialect.moment, (c) => c.notNull())
    .addColumn("created_by", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("links_key", ["workspace", "id"])
    .modifyEnd(sql.raw(dialect.tableEnd))
    .execute();
  await schema
    .createIndex("links_account")
    .unique()
    .on("links")
    .columns(["channel", "account"])
    .where("account", "is not", null)
    .execute();
  await sql`create unique index links_place
    on links (workspace, channel, chat, (coalesce(thread, '')), (coalesce(operator, '')))`.execute(
    db,
  );
  await schema
    .createTable("attention")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("operator", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("attention_key", ["workspace", "operator"])
    .modifyEnd(sql.raw(dialect.clusteredTableEnd))
    .execute();
}

async function sharedAnswers({ schema }: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await schema.alterTable("requests").addColumn("likeness", "text").execute();
  await schema.alterTable("requests").addColumn("life_ms", dialect.moment).execute();
  await schema
    .createIndex("requests_likeness")
    .on("requests")
    .columns(["workspace", "likeness", "id"])
    .where(sql<boolean>`status = 'open' and likeness is not null`)
    .execute();
  await schema
    .createTable("riders")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("request", "text", (c) => c.notNull())
    .addColumn("leader", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("riders_key", ["workspace", "request"])
    .modifyEnd(sql.raw(dialect.clusteredTableEnd))
    .execute();
  await schema
    .createIndex("riders_leader")
    .on("riders")
    .columns(["workspace", "leader", "request"])
    .execute();
}
