import type { PrincipalId } from "../../domain/id.ts";
import type { MemoryId, MemoryRecord, MemoryRef } from "../../domain/memory/memory.ts";
import { present } from "../../domain/present.ts";
import type { Surface } from "../../domain/surface.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { NewRow, Row } from "../schema/tables.ts";

/* Memory entries to rows and back. */

export function memoryToRow(record: MemoryRecord): NewRow<"memory_entries"> {
  const { writtenBy } = record;
  return {
    workspace: record.workspace,
    agent: record.agent,
    run: record.run,
    key: record.key,
    id: record.id,
    version: record.version,
    value: record.value ?? null,
    bytes: record.bytes,
    salt: record.salt,
    written_at: toMs(record.writtenAt),
    writer: writtenBy.principal,
    writer_name: writtenBy.name,
    via: writtenBy.via,
    restored_from: record.restoredFrom ?? null,
  };
}

export function rowToMemory(
  row: Omit<Row<"memory_entries">, keyof MemoryRef>,
  { workspace, agent, run, key }: MemoryRef,
): MemoryRecord {
  return {
    workspace,
    agent,
    run,
    key,
    id: row.id as MemoryId,
    version: row.version,
    ...present({ value: row.value ?? undefined }),
    bytes: row.bytes,
    salt: row.salt,
    writtenAt: toTimestamp(row.written_at),
    writtenBy: {
      principal: row.writer as PrincipalId,
      name: row.writer_name,
      via: row.via as Surface,
    },
    ...present({ restoredFrom: row.restored_from ?? undefined }),
  };
}
