import type { WorkspaceId } from "../../domain/id.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { RetentionKey } from "../../ports/store/retention.ts";
import { NO_WORKSPACE, tallyToRow } from "../schema/tally-rows.ts";
import {
  changes,
  type Entry,
  HIT,
  inserts,
  type WriteOf,
  type WriteRow,
} from "../schema/write-row.ts";

/** Writes that nodes do by themselves. */
export const UPKEEP_WRITES: {
  readonly [Type in "tally.add" | "tally.drop" | "lease.holds"]: WriteRow<WriteOf<Type>>;
} & {
  readonly [Kind in `${WriteOf<"retention.drop">["of"]}.drop`]: WriteRow<WriteOf<"retention.drop">>;
} = {
  "tally.add": {
    isEverywhere: true,
    ...inserts("tally", "workspace, bucket bigint, kind, count integer", {
      order: `
      order by r.workspace, r.bucket, r.kind`,
      conflict: `
      on conflict (workspace, bucket, kind) do update set count = tally.count + excluded.count`,
    }),
    toEntry: (_, { counts }) => ({ rows: counts.map(tallyToRow), places: ["tally"] }),
  },
  "tally.drop": {
    isEverywhere: true,
    ...changes("before bigint", "delete from tally t where t.bucket < _r.before"),
    toEntry: (_, { before }) => ({ rows: [{ before: toMs(before) }], places: ["tally"] }),
  },
  "once.drop": {
    ...changes(
      "workspace, principal, key",
      `delete from once o where o.workspace = _r.workspace
        and o.key = _r.key and o.principal = _r.principal`,
    ),
    toEntry: dropping(([key, principal]) => ({ key, principal })),
  },
  "memory_versions.drop": {
    ...changes(
      "workspace, agent, run, key, version integer",
      `delete from memory_versions m where m.workspace = _r.workspace and m.agent = _r.agent and m.run = _r.run and m.key = _r.key and m.version = _r.version`,
    ),
    toEntry: dropping(([agent, run, key, version]) => ({ agent, run, key, version })),
  },
  "web_sessions.drop": {
    ...changes(
      "workspace, id",
      `delete from keys k where k.workspace = _r.workspace and k.id = _r.id
        and k.web is not null and k.revoked_at is null`,
    ),
    toEntry: dropping(([id]) => ({ id })),
  },
  "lease.holds": {
    when: "if",
    isEverywhere: true,
    // Shared until the commit: the next holder waits for what was written under this lease.
    sql: `perform 1 from leases l
      where l.workspace = '${NO_WORKSPACE}' and l.name = _one->>'name'
        and l.epoch = (_one->>'epoch')::bigint and l.until > _now
      for share; ${HIT}`,
    sqlite() {
      throw new Error("SQLite's leases belong to its one process and are in no table.");
    },
    toEntry: (_, { name, epoch }) => ({ rows: [{ name, epoch }] }),
  },
};

function dropping(toRow: (key: RetentionKey) => object) {
  return (workspace: WorkspaceId, { rows }: WriteOf<"retention.drop">): Entry => ({
    rows: rows.map((key) => ({ workspace, ...toRow(key) })),
    places: [`${workspace} retention`],
  });
}
