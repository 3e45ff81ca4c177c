import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema/dialect.ts";
import type { Tables } from "../schema/tables.ts";
import { type WidenedKeys, widenKeys } from "./widen-keys.ts";

/** Mailboxes of agents, the hold of a key, what is counted, and people who say something to agents. */
export async function mailbox(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { moment, clusteredTableEnd } = dialect;
  const { schema } = db;
  await schema
    .createTable("mailbox")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("agent", "text", (c) => c.notNull())
    .addColumn("item", "text", (c) => c.notNull())
    .addColumn("digest", "text")
    .addColumn("ready_at", moment)
    .addPrimaryKeyConstraint("mailbox_key", ["workspace", "agent", "item"])
    .modifyEnd(sql.raw(clusteredTableEnd))
    .execute();
  await schema
    .createIndex("mailbox_digest")
    .unique()
    .on("mailbox")
    .columns(["workspace", "agent", "digest"])
    .where("digest", "is not", null)
    .execute();
  await schema
    .createIndex("mailbox_ready")
    .on("mailbox")
    .columns(["workspace", "agent", "ready_at", "item"])
    .where("ready_at", "is not", null)
    .execute();
  await schema.alterTable("requests").addColumn("tool", "text").execute();
  await schema.alterTable("keys").addColumn("hold_ms", "integer").execute();
  await schema
    .createTable("tally")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("bucket", moment, (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("count", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("tally_key", ["workspace", "bucket", "kind"])
    .modifyEnd(sql.raw(clusteredTableEnd))
    .execute();
  for (const widened of WIDENED) await widenKeys(db, widened);
}

const WIDENED: readonly WidenedKeys[] = [
  {
    kind: "person",
    role: "owner",
    former: '["read","answer","withdraw","memory","keys","audit","operate"]',
    now: '["tell","read","answer","withdraw","memory","keys","audit","operate"]',
  },
  {
    kind: "person",
    role: "approver",
    former: '["read","answer","memory","audit"]',
    now: '["tell","read","answer","memory","audit"]',
  },
];
