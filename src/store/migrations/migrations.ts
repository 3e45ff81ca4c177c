import { type Kysely, sql } from "kysely";
import { EarshotError } from "../../domain/errors.ts";
import type { Dialect } from "../schema/dialect.ts";
import type { Tables } from "../schema/tables.ts";
import { authority } from "./authority-migration.ts";
import { contents } from "./content-migration.ts";
import { deciding } from "./deciding-migration.ts";
import { hotPath, subjectsByBlock } from "./hot-path-migration.ts";
import { hub } from "./hub-migration.ts";
import { inbox } from "./inbox-migration.ts";
import { liaison } from "./liaison-migration.ts";
import { mailbox } from "./mailbox-migration.ts";
import { memory } from "./memory-migration.ts";
import type { OnUpgrade, Progress } from "./on-upgrade.ts";
import { theRecord } from "./record-migration.ts";
import { sessions } from "./sessions-migration.ts";
import { signedRows } from "./signed-rows-migration.ts";
import { signers } from "./signers-migration.ts";

interface Migration {
  readonly name: string;
  up(db: Kysely<Tables>, dialect: Dialect, progress: Progress): Promise<void>;
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
  { name: "0016-one-format", up: oneFormat },
  { name: "0017-signers", up: signers },
];

/** Whether this version has the step. */
export function isMigration(name: string): boolean {
  return MIGRATIONS.some((migration) => migration.name === name);
}

export interface MigrateOptions {
  readonly dialect: Dialect;
  readonly now: number;
  readonly onUpgrade?: OnUpgrade | undefined;
}

/**
 * Brings the tables up to date, one process at a time, each step and its mark in one transaction. Throws
 * STORE_UNAVAILABLE where a newer version of Earshot has been at work here.
 */
export async function migrate(
  db: Kysely<Tables>,
  { dialect, now, onUpgrade = {} }: MigrateOptions,
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
  const missing = MIGRATIONS.filter(({ name }) => !names.has(name));
  const isUpgrade = names.size > 0 && missing.length > 0;
  if (isUpgrade) await onUpgrade.before?.({ steps: missing.map(({ name }) => name) });
  const say: Progress = (text) => (isUpgrade ? onUpgrade.progress?.(text) : undefined);
  for (const [index, { name, up }] of missing.entries()) {
    const step = `${name} (${index + 1} of ${missing.length})`;
    await db.transaction().execute(async (tx) => {
      say(`${step} begins`);
      await tx.insertInto("migrations").values({ name, applied_at: now }).execute();
      await up(tx, dialect, (text) => say(`${step}: ${text}`));
    });
    say(`${step} is done`);
  }
}

/** All that the format of 0.2 changes in stored tables. */
async function oneFormat(db: Kysely<Tables>, dialect: Dialect, progress: Progress): Promise<void> {
  await hotPath(db, dialect, progress);
  await signedRows(db, dialect);
  await setBacks(db, dialect);
  await subscriptions(db, dialect);
  await db.schema.alterTable("links").addColumn("device", "text").execute();
  await contents(db, dialect);
  await askedBack(db);
  await deciding(db, dialect);
  // The step before finds the makers of keys by the index of subjects.
  await subjectsByBlock(db, dialect);
}

/** What people ask an agent before they decide. */
async function askedBack({ schema }: Kysely<Tables>): Promise<void> {
  await schema.alterTable("requests").addColumn("asked_back", "text").execute();
  await schema.alterTable("messages").addColumn("asks_back", "text").execute();
}

/** Workspaces whose log went back and was not accepted yet. */
async function setBacks({ schema }: Kysely<Tables>, { moment }: Dialect): Promise<void> {
  await schema.alterTable("workspaces").addColumn("set_back", moment).execute();
}

/** Where agents are called when a request closes. */
async function subscriptions({ schema }: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await schema.alterTable("requests").addColumn("notify", "text").execute();
  await schema
    .createTable("subscriptions")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("agent", "text", (c) => c.notNull())
    .addColumn("url", "text")
    .addColumn("sealed", "text", (c) => c.notNull())
    .addColumn("former", "text")
    .addColumn("former_until", dialect.moment)
    .addColumn("created_at", dialect.moment, (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("subscriptions_key", ["workspace", "agent"])
    .modifyEnd(sql.raw(dialect.clusteredTableEnd))
    .execute();
}

/** Messages that word an answer anew, which stays as it was given. */
async function corrects({ schema }: Kysely<Tables>): Promise<void> {
  await schema.alterTable("messages").addColumn("corrects", "text").execute();
}

/** Until when each chat was heard: of those that are linked already at least until they were. */
async function heard(db: Kysely<Tables>, { moment }: Dialect): Promise<void> {
  await db.schema.alterTable("links").addColumn("heard_at", moment).execute();
  await sql`update links set heard_at = created_at`.execute(db);
}

/**
 * The indexes by which due deliveries are chosen name the agent too, since in a lane order is each
 * agent's; and how much an agent has waiting in a lane is counted with each of its messages.
 */
async function lanes({ schema }: Kysely<Tables>): Promise<void> {
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

/** Who does what only one process at a time may do, and in which trace a request was asked. */
async function manyMachines(
  { schema }: Kysely<Tables>,
  { moment, clusteredTableEnd }: Dialect,
): Promise<void> {
  await schema
    .createTable("leases")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("holder", "text", (c) => c.notNull())
    .addColumn("epoch", moment, (c) => c.notNull())
    .addColumn("until", moment, (c) => c.notNull())
    .addPrimaryKeyConstraint("leases_key", ["workspace", "name"])
    .modifyEnd(sql.raw(clusteredTableEnd))
    .execute();
  await schema.alterTable("requests").addColumn("trace", "text").execute();
}

/** What tools say of themselves, by its digest: to show a changed one beside the one that is pinned. */
async function definitions({ schema }: Kysely<Tables>, { tableEnd }: Dialect): Promise<void> {
  await schema
    .createTable("tool_definitions")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("definition", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("tool_definitions_key", ["workspace", "hash"])
    .modifyEnd(sql.raw(tableEnd))
    .execute();
}

/** Lists of closed requests, which are nearly all: each status and kind in the order of its own index. */
async function lists({ schema }: Kysely<Tables>): Promise<void> {
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

/** Deliveries that wait behind another, which tells of them. */
async function folds({ schema }: Kysely<Tables>): Promise<void> {
  await schema.alterTable("outbox").addColumn("behind", "text").execute();
  await schema
    .createIndex("outbox_behind")
    .on("outbox")
    .columns(["workspace", "behind"])
    .where(sql<boolean>`behind is not null`)
    .execute();
}
