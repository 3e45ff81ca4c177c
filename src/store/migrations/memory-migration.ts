import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema/dialect.ts";
import type { Tables } from "../schema/tables.ts";
import { type WidenedKeys, widenKeys } from "./widen-keys.ts";

/** Entries with their earlier versions, what they come to, and the rights to use them. */
export async function memory(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await entryTable(db, dialect, "memory_entries")
    .addPrimaryKeyConstraint("memory_entries_key", ["workspace", "agent", "run", "key"])
    .execute();
  await entryTable(db, dialect, "memory_versions")
    .addPrimaryKeyConstraint("memory_versions_key", ["workspace", "agent", "run", "key", "version"])
    .execute();
  await db.schema
    .createTable("memory_usage")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("agent", "text", (c) => c.notNull())
    .addColumn("run", "text", (c) => c.notNull())
    .addColumn("keys", "integer", (c) => c.notNull())
    .addColumn("bytes", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("memory_usage_key", ["workspace", "agent", "run"])
    .modifyEnd(sql.raw(dialect.clusteredTableEnd))
    .execute();
  for (const widened of WIDENED) await widenKeys(db, widened);
}

function entryTable(
  { schema }: Kysely<Tables>,
  { moment, clusteredTableEnd }: Dialect,
  name: "memory_entries" | "memory_versions",
) {
  return schema
    .createTable(name)
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("agent", "text", (c) => c.notNull())
    .addColumn("run", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("value", "text")
    .addColumn("bytes", "integer", (c) => c.notNull())
    .addColumn("salt", "text", (c) => c.notNull())
    .addColumn("written_at", moment, (c) => c.notNull())
    .addColumn("writer", "text", (c) => c.notNull())
    .addColumn("writer_name", "text", (c) => c.notNull())
    .addColumn("via", "text", (c) => c.notNull())
    .addColumn("restored_from", "integer")
    .modifyEnd(sql.raw(clusteredTableEnd));
}

const WIDENED: readonly WidenedKeys[] = [
  {
    kind: "agent",
    role: null,
    former: '["ask","tell","read"]',
    now: '["ask","tell","read","memory","record"]',
  },
  {
    kind: "person",
    role: "owner",
    former: '["read","answer","withdraw","keys","audit","operate"]',
    now: '["read","answer","withdraw","memory","keys","audit","operate"]',
  },
  {
    kind: "person",
    role: "approver",
    former: '["read","answer","audit"]',
    now: '["read","answer","memory","audit"]',
  },
  { kind: "person", role: "viewer", former: '["read","audit"]', now: '["read","memory","audit"]' },
];
