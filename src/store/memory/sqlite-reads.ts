import type { MemoryId, MemoryRef } from "../../domain/memory/memory.ts";
import { present } from "../../domain/present.ts";
import type { MemoryState, Store } from "../../ports/store/store.ts";
import type { Row } from "../schema/tables.ts";
import type { Database } from "../sqlite/database.ts";
import type { RecentMemory } from "./recent-memory.ts";
import { rowToMemory } from "./rows.ts";

const AT = "workspace = ? and agent = ? and run = ?";
/** Without the columns that the caller has named: each one costs. */
const FIND = `select id, version, value, bytes, salt, written_at, writer, writer_name, via, restored_from
  from memory_entries where ${AT} and key = ?`;
const NEWEST = `select id, version, bytes, value is null as is_deleted
  from memory_entries where ${AT} and key = ?`;
const USED = `select keys, bytes from memory_usage where ${AT}`;

/**
 * All that a search looks at, one row for each entry. The key, which holds no line end, is on a line
 * before the value. Reading one column costs much less than two.
 */
export const MEMORY_TEXTS = `select key || char(10) || value from memory_entries
  where ${AT} and value is not null order by key`;

/** The frequent reads of memory, as prepared statements. */
export function createMemoryReads(
  db: Database,
  recent: RecentMemory,
): Pick<Store, "findMemory" | "memoryState"> {
  function newestOf(ref: MemoryRef): MemoryState["newest"] {
    const known = recent.get(ref);
    if (known !== undefined) {
      const { id, version, bytes, value } = known;
      return { id, version, bytes, isDeleted: value === undefined };
    }
    const { workspace, agent, run, key } = ref;
    const row = db.prepare(NEWEST).get(workspace, agent, run, key);
    return row === undefined ? undefined : toNewest(row);
  }

  return {
    async findMemory(ref) {
      const known = recent.get(ref);
      if (known !== undefined) return known;
      const { workspace, agent, run, key } = ref;
      const row = db.prepare(FIND).get(workspace, agent, run, key);
      if (row === undefined) return undefined;
      const columns = row as unknown as Omit<Row<"memory_entries">, keyof MemoryRef>;
      const found = rowToMemory(columns, ref);
      recent.put(found);
      return found;
    },
    async memoryState(ref) {
      const used = db.prepare(USED).get(ref.workspace, ref.agent, ref.run);
      const newest = newestOf(ref);
      return {
        used: { keys: Number(used?.["keys"] ?? 0), bytes: Number(used?.["bytes"] ?? 0) },
        ...present({ newest }),
      };
    },
  };
}

function toNewest(row: Readonly<Record<string, unknown>>): NonNullable<MemoryState["newest"]> {
  return {
    id: row["id"] as MemoryId,
    version: Number(row["version"]),
    bytes: Number(row["bytes"]),
    isDeleted: row["is_deleted"] === 1,
  };
}
