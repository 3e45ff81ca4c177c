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
import { theRecord } from "./record-migration.ts";
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
