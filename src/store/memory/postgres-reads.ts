import type { MemoryId, MemoryRef } from "../../domain/memory/memory.ts";
import type { Store } from "../../ports/store/store.ts";
import type { PostgresDatabase } from "../postgres/database.ts";
import type { Row } from "../schema/tables.ts";
import { rowToMemory } from "./rows.ts";

/** Without the columns that the caller has named. */
const FIND = `select id, version, value, bytes, salt, written_at, writer, writer_name, via, restored_from
  from memory_entries where workspace = $1 and agent = $2 and run = $3 and key = $4`;
const STATE = `select u.keys, u.bytes as used, e.id, e.version, e.bytes, e.value is null as "isDeleted"
  from (select) as one
    left join memory_usage u on u.workspace = $1 and u.agent = $2 and u.run = $3
    left join memory_entries e on e.workspace = $1 and e.agent = $2 and e.run = $3 and e.key = $4`;

interface StateRow {
  readonly keys: number | null;
  readonly used: number | null;
  readonly id: MemoryId | null;
  readonly version: number;
  readonly bytes: number;
  readonly isDeleted: boolean;
}

/** The frequent reads of memory. Nothing is cached, since other nodes write too. */
export function createMemoryReads(
  database: PostgresDatabase,
): Pick<Store, "findMemory" | "memoryState"> {
  const at = ({ workspace, agent, run, key }: MemoryRef) => [workspace, agent, run, key];
  return {
    async findMemory(ref) {
      type Found = Omit<Row<"memory_entries">, keyof MemoryRef>;
      const [row] = await database.query<Found>(ref.workspace, FIND, at(ref));
      return row === undefined ? undefined : rowToMemory(row, ref);
    },
    async memoryState(ref) {
      const [row] = await database.query<StateRow>(ref.workspace, STATE, at(ref));
      const used = { keys: row?.keys ?? 0, bytes: row?.used ?? 0 };
      if (row === undefined || row.id === null) return { used };
      const { id, version, bytes, isDeleted } = row;
      return { used, newest: { id, version, bytes, isDeleted } };
    },
  };
}
