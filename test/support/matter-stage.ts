import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Context, createContext } from "../../src/core/call/context.ts";
import { createPostgresGraph } from "../../src/store/graph/postgres-graph.ts";
import { createAuditReader } from "../../src/store/log/postgres-log-reader.ts";
import { systemClock } from "../../src/system/clock.ts";
import { openContext } from "./context.ts";
import { databaseWithTables, queryServer } from "./postgres.ts";
import { openNode } from "./postgres-store.ts";

/** Everything that an engine stores of a record, dead rows included. */
export interface MatterRecord {
  /** All tables except the log, which no erasure changes: an array of rows for each, as JSON. */
  rows(): Promise<string>;
  /** The content of files, free pages and dead rows, as far as a test can see it. */
  remains(): Promise<string>;
}

export interface MatterStage extends MatterRecord {
  readonly ctx: Context;
  close(): Promise<void>;
}

export function sqliteRecord(path: string): MatterRecord {
  return {
    async rows() {
      const database = new DatabaseSync(path, { readOnly: true });
      const names = database.prepare("select name from sqlite_schema where type = 'table'").all();
      const ofTheLog = ["events", "event_subjects"];
      const tables = names
        .map(({ name }) => String(name))
        .filter((name) => !ofTheLog.includes(name));
      const found = tables.map((table) => database.prepare(`select * from ${table}`).all());
      database.close();
      return JSON.stringify(found);
    },
    remains: async () => readFileSync(path, "latin1") + readFileSync(`${path}-wal`, "latin1"),
  };
}

export async function matterOverSqlite(): Promise<MatterStage> {
  const folder = mkdtempSync(join(tmpdir(), "earshot-matter-"));
  const path = join(folder, "earshot.db");
  const { ctx, close } = await openContext(systemClock, path);
  return {
    ctx,
    ...sqliteRecord(path),
    async close() {
      await close();
      rmSync(folder, { recursive: true });
    },
  };
}

const TABLES = `select tablename::text as name from pg_tables
  where schemaname = 'public' and tablename <> 'events' order by 1`;
/** Tuples as they are in the pages, whether any transaction sees them or not. */
const TUPLES = `select encode(t_data, 'escape') as text
  from generate_series(0, pg_relation_size($1::regclass) / current_setting('block_size')::bigint - 1) p,
    heap_page_items(get_raw_page($1::text, p::integer)) where t_data is not null`;

export function postgresRecord(url: string): MatterRecord {
  const tables = async () =>
    (await queryServer<{ readonly name: string }>(url, TABLES)).map(({ name }) => name);
  return {
    async rows() {
      const found: unknown[] = [];
      for (const name of await tables())
        found.push(await queryServer(url, `select * from ${name}`));
      return JSON.stringify(found);
    },
    async remains() {
      await queryServer(url, "create extension if not exists pageinspect");
      let found = "";
      for (const name of await tables()) {
        const tuples = await queryServer<{ readonly text: string }>(url, TUPLES, [name]);
        found += tuples.map(({ text }) => text).join("\n");
      }
      return found;
    },
  };
}

export async function matterOverPostgres(): Promise<MatterStage> {
  const database = await databaseWithTables();
  const { store, database: pool, close: closeStore } = await openNode(database.url);
  const { ctx, close } = await openContext(systemClock);
  return {
    ctx: createContext({
      ...ctx,
      store,
      audit: createAuditReader(database.url),
      graph: createPostgresGraph(pool, store),
    }),
    ...postgresRecord(database.url),
    async close() {
      await close();
      await closeStore();
      await database.drop();
    },
  };
}
