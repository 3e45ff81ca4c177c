import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema/dialect.ts";
import type { Tables } from "../schema/tables.ts";

/** Sessions of agents, what happened in them, and what platforms show of them. */
export async function sessions(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await sessionTable(db, dialect);
  await uniqueSessions(db);
  await sessionIndexes(db);
  await placeIndexes(db);
  await entryTable(db, dialect);
  await markTable(db, dialect);
  await profileTable(db, dialect);
}

async function sessionTable({ schema }: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { moment } = dialect;
  await schema
    .createTable("sessions")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agent", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("lane", "text", (c) => c.notNull())
    .addColumn("root", "text", (c) => c.notNull())
    .addColumn("continues", "text")
    .addColumn("scheduled", "text")
    .addColumn("waits_for", "text")
    .addColumn("claim_until", moment)
    .addColumn("place_channel", "text")
    .addColumn("place_chat", "text")
    .addColumn("place_thread", "text")
    .addColumn("place_message", "text")
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("created_at", moment, (c) => c.notNull())
    .addColumn("ended_at", moment)
    .addColumn("body", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("sessions_key", ["workspace", "id"])
    .modifyEnd(sql.raw(dialect.tableEnd))
    .execute();
}

async function uniqueSessions({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createIndex("sessions_continues")
    .unique()
    .on("sessions")
    .columns(["workspace", "continues"])
    .where("continues", "is not", null)
    .execute();
  await schema
    .createIndex("sessions_scheduled")
    .unique()
    .on("sessions")
    .columns(["workspace", "agent", "scheduled"])
    .where("scheduled", "is not", null)
    .execute();
  await schema
    .createIndex("sessions_running")
    .unique()
    .on("sessions")
    .columns(["workspace", "agent", "lane"])
    .where(sql<boolean>`status = 'running'`)
    .execute();
}

async function sessionIndexes({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createIndex("sessions_agent_status")
    .on("sessions")
    .columns(["workspace", "agent", "status", "id"])
    .execute();
  // Without it every queued one is held against all that are older, of whatever lane.
  await schema
    .createIndex("sessions_lane")
    .on("sessions")
    .columns(["workspace", "agent", "lane", "id"])
    .where(sql<boolean>`status = 'queued'`)
    .execute();
  await schema
    .createIndex("sessions_waits")
    .on("sessions")
    .columns(["workspace", "waits_for"])
    .where("waits_for", "is not", null)
    .execute();
  await schema
    .createIndex("sessions_root")
    .on("sessions")
    .columns(["workspace", "root", "id"])
    .execute();
  await schema
    .createIndex("sessions_agent")
    .on("sessions")
    .columns(["workspace", "agent", "id"])
    .execute();
  await schema
    .createIndex("sessions_status")
    .on("sessions")
    .columns(["workspace", "status", "id", "agent"])
    .execute();
}

async function placeIndexes({ schema }: Kysely<Tables>): Promise<void> {
  for (const column of ["thread", "message"] as const) {
    const name = `place_${column}` as const;
    await schema
      .createIndex(`sessions_${column}`)
      .on("sessions")
      .columns(["workspace", "place_channel", "place_chat", name, "id"])
      .where(name, "is not", null)
      .execute();
  }
}

async function entryTable({ schema }: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await schema
    .createTable("session_entries")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("session", "text", (c) => c.notNull())
    .addColumn("seq", "integer", (c) => c.notNull())
    .addColumn("at", dialect.moment, (c) => c.notNull())
    .addColumn("epoch", "integer", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("session_entries_key", ["workspace", "session", "seq"])
    .modifyEnd(sql.raw(dialect.clusteredTableEnd))
    .execute();
}

async function markTable({ schema }: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await schema
    .createTable("marks")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("channel", "text", (c) => c.notNull())
    .addColumn("chat", "text", (c) => c.notNull())
    .addColumn("message", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("thread", "text")
    .addColumn("session", "text", (c) => c.notNull())
    .addColumn("is_on", "integer", (c) => c.notNull())
    .addColumn("due_at", dialect.moment)
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("marks_key", ["workspace", "channel", "chat", "message", "name"])
    .modifyEnd(sql.raw(dialect.clusteredTableEnd))
    .execute();
  await schema
    .createIndex("marks_due")
    .on("marks")
    .columns(["due_at"])
    .where("due_at", "is not", null)
    .execute();
  await schema
    .createIndex("marks_on")
    .on("marks")
    .columns(["channel", "name", "workspace", "chat", "message"])
    .where(sql<boolean>`is_on = 1`)
    .execute();
}

async function profileTable({ schema }: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await schema
    .createTable("agent_profiles")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("agent", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("agent_profiles_key", ["workspace", "agent"])
    .modifyEnd(sql.raw(dialect.clusteredTableEnd))
    .execute();
}
