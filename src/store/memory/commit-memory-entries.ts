import type { WorkspaceId } from "../../domain/id.ts";
import type { MemoryPlace } from "../../domain/memory/memory.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { DroppedKind, RetentionKey } from "../../ports/store/retention.ts";
import type { Write } from "../../ports/store/store.ts";
import { tallyToRow } from "../schema/tally-rows.ts";
import type { Entry } from "../schema/write-row.ts";
import { memoryToRow } from "./rows.ts";

export type MemoryWrite = Extract<Write, { readonly type: `memory.${string}` }>;
export type UpkeepWrite = Extract<
  Write,
  { readonly type: `${"tally" | "lease" | "retention"}.${string}` }
>;

export function memoryEntry(write: MemoryWrite): Entry {
  switch (write.type) {
    case "memory.count": {
      const { workspace, agent, run } = write.place;
      const row = { workspace, agent, run, ...write.added };
      return { kind: write.type, rows: [row], places: [placeOf(write.place)] };
    }
    case "memory.put": {
      const { record } = write;
      const kind = record.version === 1 ? "memory.first" : "memory.next";
      return { kind, rows: [memoryToRow(record)], places: [placeOf(record)] };
    }
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}

function placeOf({ workspace, agent, run }: MemoryPlace): string {
  return `${workspace} memory ${agent} ${run}`;
}

/** What nodes do by themselves. */
export function upkeepEntry(workspace: WorkspaceId, write: UpkeepWrite): Entry {
  switch (write.type) {
    case "tally.add":
      return { kind: write.type, rows: write.counts.map(tallyToRow), places: ["tally"] };
    case "tally.drop":
      return { kind: write.type, rows: [{ before: toMs(write.before) }], places: ["tally"] };
    case "lease.holds": {
      const { name, epoch } = write;
      return { kind: write.type, rows: [{ name, epoch }] };
    }
    case "retention.drop": {
      const toRow = COLUMNS_OF[write.of];
      const rows = write.rows.map((key) => ({ workspace, ...toRow(key) }));
      return { kind: `${write.of}.drop`, rows, places: [`${workspace} retention`] };
    }
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}

const COLUMNS_OF: Readonly<Record<DroppedKind, (key: RetentionKey) => object>> = {
  once: ([key, principal]) => ({ key, principal }),
  memory_versions: ([agent, run, key, version]) => ({ agent, run, key, version }),
  web_sessions: ([id]) => ({ id }),
};
