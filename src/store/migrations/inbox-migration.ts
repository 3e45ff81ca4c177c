import { type Kysely, sql } from "kysely";
import type { Level } from "../../domain/authority/action.ts";
import { approversToColumn, levelNumber, votersToColumn } from "../requests/rows.ts";
import type { Dialect } from "../schema/dialect.ts";
import type { Row, Tables } from "../schema/tables.ts";

const PAGE = 1_000;

/** What the inbox is ordered by, who signs in with what, and what operators do about requests. */
export async function inbox(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { schema } = db;
  await schema.alterTable("keys").addColumn("web", "text").execute();
  await schema.alterTable("principals").addColumn("halted_at", dialect.moment).execute();
  await schema.alterTable("permissions").addColumn("key", "text").execute();
  await orderRequests(db, dialect);
  await signInTables(db, dialect);
  await operatorTables(db, dialect);
}

async function orderRequests(db: Kysely<Tables>, { inboxIndexEnd }: Dialect): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable("requests")
    .addColumn("level", "integer", (c) => c.notNull().defaultTo(levelNumber("MEDIUM")))
    .execute();
  await schema.alterTable("requests").addColumn("voters", "text").execute();
  await schema.alterTable("requests").addColumn("approvers", "text").execute();
  await fillRequests(db);
  // Ends with what says whether a request needs somebody, so that they are counted without their rows.
  await sql`create index requests_inbox
    on requests (workspace, level desc, (coalesce(expires_at, 9007199254740991)), id${sql.raw(inboxIndexEnd)})
    where status = 'open'`.execute(db);
  await schema
    .createIndex("mailbox_waiting")
    .on("mailbox")
    .columns(["workspace", "item", "ready_at"])
    .where(sql<boolean>`ready_at is not null`)
    .execute();
}

/** In steps, so that a large database is never held in memory as a whole. */
async function fillRequests(db: Kysely<Tables>): Promise<void> {
  type Place = Pick<Row<"requests">, "workspace" | "id">;
  for (let last: Place = { workspace: "", id: "" }; ; ) {
    const rows = await db
      .selectFrom("requests")
      .select(["workspace", "id", "action", "authorization"])
      .where("kind", "=", "authorization")
      .where((is) => is(is.refTuple("workspace", "id"), ">", is.tuple(last.workspace, last.id)))
      .orderBy("workspace")
      .orderBy("id")
      .limit(PAGE)
      .execute();
    for (const { workspace, id, action, authorization } of rows) {
      const { level } = JSON.parse(action ?? "{}") as { level?: Level };
      const { votes = [], demand } = JSON.parse(authorization ?? "{}") as Asked;
      const approvers = demand === undefined ? null : approversToColumn(demand.approvers);
      await db
        .updateTable("requests")
        .set({ level: levelNumber(level), voters: votersToColumn(votes), approvers })
        .where("workspace", "=", workspace)
        .where("id", "=", id)
        .execute();
    }
    const end = rows.at(-1);
    if (end === undefined || rows.length < PAGE) return;
    last = end;
  }
}

interface Asked {
  readonly votes?: Parameters<typeof votersToColumn>[0];
  readonly demand?: { readonly approvers: Parameters<typeof approversToColumn>[0] };
}

async function signInTables({ schema }: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { moment } = dialect;
  await schema
    .createTable("tickets")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull().unique())
    .addColumn("purpose", "text", (c) => c.notNull())
    .addColumn("principal", "text")
    .addColumn("at_terminal", "integer")
    .addColumn("key", "text")
    .addColumn("expires_at", moment, (c) => c.notNull())
    .addPrimaryKeyConstraint("tickets_key", ["workspace", "hash"])
    .modifyEnd(sql.raw(dialect.clusteredTableEnd))
    .execute();
  await schema
    .createTable("passkeys")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("principal", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("rp_id", "text", (c) => c.notNull())
    .addColumn("credential_id", "text", (c) => c.notNull().unique())
    .addColumn("public_key", "text", (c) => c.notNull())
    .addColumn("counter", moment, (c) => c.notNull())
    .addColumn("transports", "text", (c) => c.notNull())
    .addColumn("created_at", moment, (c) => c.notNull())
    .addColumn("last_used_at", moment)
    .addPrimaryKeyConstraint("passkeys_key", ["workspace", "id"])
    .modifyEnd(sql.raw(dialect.tableEnd))
    .execute();
}

async function operatorTables({ schema }: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { moment } = dialect;
  const end = sql.raw(dialect.clusteredTableEnd);
  await schema
    .createTable("deliveries")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("request", "text", (c) => c.notNull())
    .addColumn("operator", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("sent_at", moment, (c) => c.notNull())
    .addColumn("seen_at", moment)
    .addPrimaryKeyConstraint("deliveries_key", ["workspace", "request", "operator"])
    .modifyEnd(end)
    .execute();
  await schema
    .createTable("claims")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("request", "text", (c) => c.notNull())
    .addColumn("principal", "text", (c) => c.notNull())
    .addColumn("claimed_by", "text", (c) => c.notNull())
    .addColumn("claimed_at", moment, (c) => c.notNull())
    .addPrimaryKeyConstraint("claims_key", ["workspace", "request"])
    .modifyEnd(end)
    .execute();
  await schema
    .createTable("snoozes")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("operator", "text", (c) => c.notNull())
    .addColumn("request", "text", (c) => c.notNull())
    .addColumn("until", moment, (c) => c.notNull())
    .addPrimaryKeyConstraint("snoozes_key", ["workspace", "operator", "request"])
    .modifyEnd(end)
    .execute();
}
