import {
  MAX_VERSIONS,
  MEMORY_QUOTA,
  type MemoryPlace,
  type MemoryRecord,
  type MemoryUsage,
} from "../../domain/memory/memory.ts";
import type { Database } from "../sqlite/database.ts";
import { memoryToRow } from "./rows.ts";

const COUNT = `insert into memory_usage (workspace, agent, run, keys, bytes) values (?, ?, ?, ?, ?)
  on conflict (workspace, agent, run) do update
    set keys = keys + excluded.keys, bytes = bytes + excluded.bytes
    where (excluded.keys <= 0 or keys + excluded.keys <= ${MEMORY_QUOTA.keys})
      and (excluded.bytes <= 0 or bytes + excluded.bytes <= ${MEMORY_QUOTA.bytes})`;

/** False where the place would hold more than it may. */
export function countMemory(
  db: Database,
  { workspace, agent, run }: MemoryPlace,
  { keys, bytes }: MemoryUsage,
): boolean {
  return db.prepare(COUNT).run(workspace, agent, run, keys, bytes).changes === 1;
}

const COLUMNS = `workspace, agent, run, key, id, version, value, bytes, salt,
  written_at, writer, writer_name, via, restored_from`;
const AT = "workspace = ? and agent = ? and run = ? and key = ?";
const INSERT = `insert into memory_entries (${COLUMNS})
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`;
const KEEP = `insert into memory_versions (${COLUMNS})
  select ${COLUMNS} from memory_entries where ${AT} and version = ?`;
const REPLACE = `update memory_entries
  set id = ?, version = ?, value = ?, bytes = ?, salt = ?,
    written_at = ?, writer = ?, writer_name = ?, via = ?, restored_from = ?
  where ${AT}`;
const DROP = `delete from memory_versions where ${AT} and version <= ?`;

/** False, and nothing written, where the stored version is another than the one before this. */
export function putMemory(db: Database, record: MemoryRecord): boolean {
  const row = memoryToRow(record);
  const { workspace, agent, run, key, ...rest } = row;
  const ref = [workspace, agent, run, key];
  if (record.version === 1) {
    return db.prepare(INSERT).run(...ref, ...Object.values(rest)).changes === 1;
  }
  // The first statement is the comparison: it finds the version that is expected, or nothing.
  if (db.prepare(KEEP).run(...ref, record.version - 1).changes !== 1) return false;
  db.prepare(REPLACE).run(...Object.values(rest), ...ref);
  if (record.version > MAX_VERSIONS) {
    db.prepare(DROP).run(...ref, record.version - MAX_VERSIONS);
  }
  return true;
}
