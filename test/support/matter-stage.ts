import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Context, createContext } from "../../src/core/context.ts";
import { createAuditReader } from "../../src/store/postgres/audit-reader.ts";
import { createPostgresGraph } from "../../src/store/postgres/postgres-graph.ts";
import { systemClock } from "../../src/system/clock.ts";
import { openContext } from "./context.ts";
import { newDatabase, queryServer } from "./postgres.ts";
import { openNode } from "./postgres-store.ts";

/** A record, and everything that its engine keeps of it, dead or alive. */
export interface MatterStage {
  readonly ctx: Context;
  /** Of all tables but the log, which no erasure reaches; as text. */
  rows(): Promise<string>;
  /** What stands in files, free pages and dead rows, as far as a test can see it. */
  remains(): Promise<string>;
  close(): Promise<void>;
}

export async function matterOverSqlite(): Promise<MatterStage> {
  const folder = mkdtempSync(join(tmpdir(), "earshot-matter-"));
  const path = join(folder, "earshot.db");
  const { ctx, close } = await openContext(systemClock, path);
  return {
    ctx,
    async rows() {
      const database = new DatabaseSync(path, { readOnly: true });
      const names = database.prepare("select name from sqlite_schema where type = 'table'").all();
      const tables = names.map(({ name }) => String(name)).filter((name) => name !== "events");
      const found = tables.map((table) => database.prepare(`select * from ${table}`).all());
      database.close();
      return JSON.stringify(found);
    },
    remains: async () => readFileSync(path, "latin1") + readFileSync(`${path}-wal`, "latin1"),
    async close() {
      await close();
      rmSync(folder, { recursive: true });
    },
  };
}

const TABLES = `select tablename::text as name from pg_tables
  where schemaname = 'public' and tablename <> 'events' order by 1`;
/** Tuples as they lie in the pages, whether any transaction sees them or not. */
const TUPLES = `select encode(t_data, 'escape') as text
  from generate_series(0, pg_relation_size($1::regclass) / current_setting('block_size')::bigint - 1) p,
    heap_page_items(get_raw_page($1::text, p::integer)) where t_data is not null`;

export async function matterOverPostgres(): Promise<MatterStage> {
  const database = await newDatabase();
  const { store, database: pool, close: closeStore } = await openNode(database.url);
  const { ctx, close } = await openContext(systemClock);
  const names = (await queryServer<{ readonly name: string }>(database.url, TABLES)).map(
    ({ name }) => name,
  );
  return {
    ctx: createContext({
      ...{ ...ctx, store, audit: createAuditReader(database.url) },
      graph: createPostgresGraph(pool, store),
    }),
    async rows() {
      const found: unknown[] = [];
      for (const name of names)
        found.push(await queryServer(database.url, `select * from ${name}`));
      return JSON.stringify(found);
    },
    async remains() {
      await queryServer(database.url, "create extension if not exists pageinspect");
      let found = "";
      for (const name of names) {
        const tuples = await queryServer<{ readonly text: string }>(database.url, TUPLES, [name]);
        found += tuples.map(({ text }) => text).join("\n");
      }
      return found;
    },
    async close() {
      await close();
      await closeStore();
      await database.drop();
    },
  };
}
