import { type Kysely, sql } from "kysely";
import type { MemoryRef } from "../../domain/memory/memory.ts";
import type { MemoryQuery, MemoryVersionQuery, Store } from "../../ports/store/store.ts";
import type { Tables } from "../schema/tables.ts";
import { rowToMemory } from "./rows.ts";

/** Reads of memory that are the same on every engine. */
export type MemoryQueries = Pick<Store, "findMemoryVersion" | "listMemory" | "listMemoryVersions">;

/** All columns but the value, which may be large. */
const COLUMNS = [
  "key",
  "id",
  "version",
  "bytes",
  "salt",
  "written_at",
  "writer",
  "writer_name",
  "via",
  "restored_from",
] as const;
/** The largest value of the column. PostgreSQL refuses a query with a larger one. */
const LAST_VERSION = 2_147_483_647;

/** Sorts behind every character of a key. */
const BEHIND_KEYS = "\u{10ffff}";

export function createMemoryQueries(kysely: Kysely<Tables>): MemoryQueries {
  const versionsIn = (table: "memory_entries" | "memory_versions", ref: MemoryRef) =>
    kysely
      .selectFrom(table)
      .selectAll()
      .where("workspace", "=", ref.workspace)
      .where("agent", "=", ref.agent)
      .where("run", "=", ref.run)
      .where("key", "=", ref.key);

  function entries({ place, prefix, after, limit, withValues }: MemoryQuery) {
    return kysely
      .selectFrom("memory_entries")
      .select(COLUMNS)
      .select(withValues ? "value" : sql<string | null>`null`.as("value"))
      .where("workspace", "=", place.workspace)
      .where("agent", "=", place.agent)
      .where("run", "=", place.run)
      .where("value", "is not", null)
      .$if(prefix !== undefined && prefix !== "", (q) =>
        q.where("key", ">=", prefix ?? "").where("key", "<", `${prefix}${BEHIND_KEYS}`),
      )
      .$if(after !== undefined, (q) => q.where("key", ">", after ?? ""))
      .orderBy("key")
      .limit(limit);
  }

  function versions({ ref, before, limit }: MemoryVersionQuery) {
    const earlier = Math.min(before ?? LAST_VERSION, LAST_VERSION);
    return versionsIn("memory_entries", ref)
      .where("version", "<", earlier)
      .unionAll(versionsIn("memory_versions", ref).where("version", "<", earlier))
      .orderBy("version", "desc")
      .limit(limit);
  }

  return {
    async findMemoryVersion(ref, version) {
      if (version > LAST_VERSION) return undefined;
      const row =
        (await versionsIn("memory_entries", ref)
          .where("version", "=", version)
          .executeTakeFirst()) ??
        (await versionsIn("memory_versions", ref)
          .where("version", "=", version)
          .executeTakeFirst());
      return row === undefined ? undefined : rowToMemory(row, ref);
    },
    async listMemory(query) {
      const rows = await entries(query).execute();
      return rows.map((row) => rowToMemory(row, { ...query.place, key: row.key }));
    },
    async listMemoryVersions(query) {
      const rows = await versions(query).execute();
      return rows.map((row) => rowToMemory(row, query.ref));
    },
  };
}
