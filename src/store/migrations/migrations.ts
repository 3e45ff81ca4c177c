import type { Kysely } from "kysely";
import { sql } from "kysely";
import { EarshotError } from "../../domain/errors.ts";
import type { Dialect } from "../schema/dialect.ts";
import type { Tables } from "../schema/tables.ts";
import { authority } from "./authority-migration.ts";
import { corrects } from "./corrects-migration.ts";
import { definitions } from "./definitions-migration.ts";
import { folds } from "./folds-migration.ts";
import { heard } from "./heard-migration.ts";
import { hub } from "./hub-migration.ts";
import { inbox } from "./inbox-migration.ts";
import { lanes } from "./lane-migration.ts";
import { manyMachines } from "./leases-migration.ts";
import { liaison } from "./liaison-migration.ts";
import { lists } from "./lists-migration.ts";
import { mailbox } from "./mailbox-migration.ts";
import { memory } from "./memory-migration.ts";
import { sessions } from "./sessions-migration.ts";

interface Migration {
  readonly name: string;
  up(db: Kysely<Tables>, dialect: Dialect): Promise<void>;
}

/** In order, forward only; one that has been released is never edited. */
const MIGRATIONS: readonly Migration[] = [
  { name: "0001-the-record", up: theRecord },
  { name: "0002-memory", up: memory },
  { name: "0003-mailbox", up: mailbox },
  { name: "0004-authority", up: authority },
  { name: "0005-inbox", up: inbox },
  { name: "0006-many-machines", up: manyMachines },
  { name: "0007-hub", up: hub },
  { name: "0008-sessions", up: sessions },
  { name: "0009-liaison", up: liaison },
  { name: "0010-heard", up: heard },
  { name: "0011-lanes", up: lanes },
  { name: "0012-corrects", up: corrects },
  { name: "0013-definitions", up: definitions },
  { name: "0014-lists", up: lists },
  { name: "0015-folds", up: folds },
];

/** Whether this version has the step. */
export function isMigration(name: string): boolean {
  return MIGRATIONS.some((migration) => migration.name === name);
}

async function theRecord(
  db: Kysely<Tables>,
  { moment, bytes, tableEnd, clusteredTableEnd }: Dialect,
): Promise<void> {
  const end = sql.raw(tableEnd);
  const clustered = sql.raw(clusteredTableEnd);
  const { schema } = db;
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

/**
 * Brings the tables up to date, one process at a time, each step and its mark in one transaction. Throws
 * STORE_UNAVAILABLE where a newer version of Earshot has been at work here.
 */
export async function migrate(
  db: Kysely<Tables>,
  { dialect, now }: { dialect: Dialect; now: number },
): Promise<void> {
  await db.schema
    .createTable("migrations")
    .ifNotExists()
    .addColumn("name", "text", (c) => c.notNull().primaryKey())
    .addColumn("applied_at", dialect.moment, (c) => c.notNull())
    .modifyEnd(sql.raw(dialect.tableEnd))
    .execute();
  const applied = await db.selectFrom("migrations").select("name").orderBy("name").execute();
  const names = new Set(applied.map((row) => row.name));
  for (const name of names) {
    if (isMigration(name)) continue;
    throw new EarshotError(
      "STORE_UNAVAILABLE",
      `This data was written by a newer Earshot (${name} is unknown here). Start that version, or a later one.`,
    );
  }
  for (const migration of MIGRATIONS) {
    if (names.has(migration.name)) continue;
    await db.transaction().execute(async (tx) => {
      await tx.insertInto("migrations").values({ name: migration.name, applied_at: now }).execute();
      await migration.up(tx, dialect);
    });
  }
}
