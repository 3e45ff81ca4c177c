import type { WorkspaceId } from "../../domain/id.ts";
import { MAX_MEMORY_VERSIONS, MEMORY_QUOTA } from "../../domain/limits.ts";
import type { MemoryPlace, MemoryRecord } from "../../domain/memory/memory.ts";
import {
  changesIf,
  type Entry,
  insertsIf,
  namesOf,
  statements,
  type WriteOf,
  type WriteRow,
} from "../schema/write-row.ts";
import { memoryToRow } from "./rows.ts";

const PLACE = "workspace, agent, run";
const VALUES = `id, version integer, value, bytes integer, salt, written_at bigint, writer,
  writer_name, via, restored_from integer`;
const ENTRY = `${PLACE}, key, ${VALUES}`;
const NAMES = ENTRY.replaceAll(/ (?:integer|bigint)/g, "");
const OWN = NAMES.split(/,\s*/)
  .map((name) => `m.${name}`)
  .join(", ");
const SAME = ["workspace", "agent", "run", "key"]
  .map((name) => `m.${name} = _r.${name}`)
  .join(" and ");

/* The first statement compares: it finds the expected version, or nothing. */
const KEEP = `insert into memory_versions (${NAMES})
        select ${OWN} from memory_entries m where ${SAME} and m.version = _r.version - 1`;
const DROP = `delete from memory_versions m where ${SAME} and m.version <= _r.version - ${MAX_MEMORY_VERSIONS}`;
const REPLACE = `update memory_entries m set ${namesOf(VALUES)
  .map((name) => `${name} = _r.${name}`)
  .join(", ")}
        where ${SAME}`;

export const MEMORY_WRITES: {
  readonly "memory.count": WriteRow<WriteOf<"memory.count">>;
  readonly "memory.first": WriteRow<WriteOf<"memory.put">>;
  readonly "memory.next": WriteRow<WriteOf<"memory.put">>;
} = {
  "memory.count": {
    ...insertsIf(
      "memory_usage",
      `${PLACE}, keys integer, bytes integer`,
      `
      on conflict (workspace, agent, run) do update
        set keys = memory_usage.keys + excluded.keys, bytes = memory_usage.bytes + excluded.bytes
        where (excluded.keys <= 0 or memory_usage.keys + excluded.keys <= ${MEMORY_QUOTA.keys})
          and (excluded.bytes <= 0 or memory_usage.bytes + excluded.bytes <= ${MEMORY_QUOTA.bytes})`,
    ),
    toEntry(_, { place, added }) {
      const { workspace, agent, run } = place;
      return { rows: [{ workspace, agent, run, ...added }], places: [placeOf(place)] };
    },
  },
  "memory.first": {
    ...insertsIf("memory_entries", ENTRY, " on conflict do nothing"),
    toEntry: memoryEntry,
  },
  "memory.next": {
    ...changesIf(
      ENTRY,
      `${KEEP};
      continue when not found;
      ${DROP};
      ${REPLACE}`,
      statements(KEEP, DROP, REPLACE),
    ),
    toEntry: memoryEntry,
  },
};

function memoryEntry(_: WorkspaceId, { record }: { readonly record: MemoryRecord }): Entry {
  return { rows: [memoryToRow(record)], places: [placeOf(record)] };
}

function placeOf({ workspace, agent, run }: MemoryPlace): string {
  return `${workspace} memory ${agent} ${run}`;
}
