import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema/dialect.ts";
import type { Tables } from "../schema/tables.ts";
import { type WidenedKeys, widenKeys } from "./widen-keys.ts";

/** Authorizations beside questions, and all that says who may decide and what they have decided. */
export async function authority(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await widenRequests(db, dialect);
  await db.schema.alterTable("keys").addColumn("unattended", "integer").execute();
  await nameOwners(db);
  await decisionTables(db, dialect);
  await proofTables(db, dialect);
  for (const widened of WIDENED) await widenKeys(db, widened);
}

async function widenRequests({ schema }: Kysely<Tables>, { moment }: Dialect): Promise<void> {
  const column = (name: string, type: "text" | Dialect["moment"]) =>
    schema.alterTable("requests").addColumn(name, type).execute();
  await schema
    .alterTable("requests")
    .addColumn("kind", "text", (c) => c.notNull().defaultTo("question"))
    .execute();
  await column("action", "text");
  await column("digest", "text");
  await column("authorization", "text");
  await column("decision", "text");
  await column("sealed", "text");
  await column("erased_at", moment);
  await column("rule", "text");
  await schema
    .createIndex("requests_open_authorizations")
    .on("requests")
    .columns(["workspace", "agent"])
    .where(sql<boolean>`status = 'open' and kind = 'authorization'`)
    .execute();
  await schema
    .createIndex("requests_authorizations")
    .on("requests")
    .columns(["workspace", "agent", "created_at"])
    .where(sql<boolean>`kind = 'authorization'`)
    .execute();
  await schema
    .createIndex("requests_rule")
    .on("requests")
    .columns(["workspace", "rule", "created_at"])
    .where("rule", "is not", null)
    .execute();
}

/** Nobody noted who made an agent: it counts as that of the first owner, who alone could. */
async function nameOwners(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable("principals").addColumn("owner", "text").execute();
  await sql`update principals set owner = (
      select first.id from principals as first
      where first.workspace = principals.workspace
        and first.kind = 'person' and first.role = 'owner'
      order by first.created_at, first.id limit 1)
    where kind = 'agent'`.execute(db);
}

/** What people say: grants that follow from it, permissions given in advance, policies. */
async function decisionTables({ schema }: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { moment } = dialect;
  const end = sql.raw(dialect.tableEnd);
  await schema
    .createTable("grants")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("request", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agent", "text", (c) => c.notNull())
    .addColumn("digest", "text", (c) => c.notNull())
    .addColumn("minted_at", moment, (c) => c.notNull())
    .addColumn("expires_at", moment, (c) => c.notNull())
    .addColumn("consumed_at", moment)
    .addPrimaryKeyConstraint("grants_key", ["workspace", "request"])
    .modifyEnd(sql.raw(dialect.clusteredTableEnd))
    .execute();
  await schema
    .createTable("permissions")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("scope", "text", (c) => c.notNull())
    .addColumn("agent", "text", (c) => c.notNull())
    .addColumn("agent_name", "text", (c) => c.notNull())
    .addColumn("tool", "text", (c) => c.notNull())
    .addColumn("args_digest", "text")
    .addColumn("args", "text")
    .addColumn("session", "text")
    .addColumn("tool_schema_hash", "text")
    .addColumn("level", "text", (c) => c.notNull())
    .addColumn("until", moment, (c) => c.notNull())
    .addColumn("given_by", "text", (c) => c.notNull())
    .addColumn("created_at", moment, (c) => c.notNull())
    .addColumn("revoked_at", moment)
    .addColumn("uses", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("permissions_key", ["workspace", "id"])
    .modifyEnd(end)
    .execute();
  await schema
    .createIndex("permissions_agent")
    .on("permissions")
    .columns(["workspace", "agent", "id"])
    .execute();
  await policyTable(schema, dialect);
}

async function policyTable(
  schema: Kysely<Tables>["schema"],
  { moment, tableEnd }: Dialect,
): Promise<void> {
  await schema
    .createTable("policies")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("revision", "text", (c) => c.notNull())
    .addColumn("source", "text", (c) => c.notNull())
    .addColumn("at", moment, (c) => c.notNull())
    .addColumn("in_force", "integer")
    .addPrimaryKeyConstraint("policies_key", ["workspace", "revision"])
    .modifyEnd(sql.raw(tableEnd))
    .execute();
  await schema
    .createIndex("policies_in_force")
    .unique()
    .on("policies")
    .columns(["workspace"])
    .where(sql<boolean>`in_force is not null`)
    .execute();
}

/** What is known of tools, of people and of the log, to compare with what is shown later. */
async function proofTables({ schema }: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const end = sql.raw(dialect.clusteredTableEnd);
  await schema
    .createTable("tool_pins")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("agent", "text", (c) => c.notNull())
    .addColumn("tool", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("tool_pins_key", ["workspace", "agent", "tool"])
    .modifyEnd(end)
    .execute();
  await schema
    .createTable("passphrases")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("principal", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("passphrases_key", ["workspace", "principal"])
    .modifyEnd(end)
    .execute();
  await schema
    .createTable("checkpoints")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("seq", dialect.moment, (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("at", dialect.moment, (c) => c.notNull())
    .addColumn("token", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("checkpoints_key", ["workspace", "seq"])
    .modifyEnd(end)
    .execute();
}

/* The rights stand in the order of `rightsOf`, in which keys are stored. */
const WIDENED: readonly WidenedKeys[] = [
  {
    kind: "agent",
    role: null,
    former: '["ask","tell","read","memory","record"]',
    now: '["ask","tell","read","redeem","memory","record"]',
  },
  {
    kind: "service",
    role: null,
    former: '["tell","read","audit","operate"]',
    now: '["tell","read","redeem","audit","operate"]',
  },
  {
    kind: "person",
    role: "owner",
    former: '["tell","read","answer","withdraw","memory","keys","audit","operate"]',
    now: '["tell","read","answer","decide","permit","withdraw","policy","erase","memory","keys","audit","operate"]',
  },
  {
    kind: "person",
    role: "approver",
    former: '["tell","read","answer","memory","audit"]',
    now: '["tell","read","answer","decide","permit","memory","audit"]',
  },
];
