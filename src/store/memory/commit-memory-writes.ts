import { MAX_VERSIONS, MEMORY_QUOTA } from "../../domain/memory/memory.ts";
import { type CommitWrite, each, HIT, insert } from "../schema/commit-write.ts";
import { NO_WORKSPACE } from "../schema/tally-rows.ts";

/* Memory, and what nodes do by themselves. */

const PLACE = "workspace, agent, run";
const VALUES = `id, version integer, value, bytes integer, salt, written_at bigint, writer,
  writer_name, via, restored_from integer`;
const ENTRY = `${PLACE}, key, ${VALUES}`;
const NAMES = ENTRY.replaceAll(/ (?:integer|bigint)/g, "");
const OWN = NAMES.split(/,\s*/)
  .map((name) => `m.${name}`)
  .join(", ");
const VALUE_NAMES = VALUES.replaceAll(/ (?:integer|bigint)/g, "").split(/,\s*/);
const SAME = ["workspace", "agent", "run", "key"]
  .map((name) => `m.${name} = _r.${name}`)
  .join(" and ");

export const MEMORY_WRITES = {
  "memory.count": {
    when: "if",
    sql: `${insert("memory_usage", `${PLACE}, keys integer, bytes integer`)}
      on conflict (workspace, agent, run) do update
        set keys = memory_usage.keys + excluded.keys, bytes = memory_usage.bytes + excluded.bytes
        where (excluded.keys <= 0 or memory_usage.keys + excluded.keys <= ${MEMORY_QUOTA.keys})
          and (excluded.bytes <= 0 or memory_usage.bytes + excluded.bytes <= ${MEMORY_QUOTA.bytes}); ${HIT}`,
  },
  "memory.first": {
    when: "if",
    sql: `${insert("memory_entries", ENTRY)} on conflict do nothing; ${HIT}`,
  },
  "memory.next": {
    when: "if",
    // The first statement is the comparison: it finds the version that is expected, or nothing.
    sql: each(
      ENTRY,
      `insert into memory_versions (${NAMES})
        select ${OWN} from memory_entries m where ${SAME} and m.version = _r.version - 1;
      continue when not found;
      delete from memory_versions m where ${SAME} and m.version <= _r.version - ${MAX_VERSIONS};
      update memory_entries m set ${VALUE_NAMES.map((name) => `${name} = _r.${name}`).join(", ")}
        where ${SAME}`,
    ),
  },
  "tally.add": {
    when: "rest",
    isEverywhere: true,
    sql: `${insert("tally", "workspace, bucket bigint, kind, count integer")}
      order by r.workspace, r.bucket, r.kind
      on conflict (workspace, bucket, kind) do update set count = tally.count + excluded.count;`,
  },
  "tally.drop": {
    when: "rest",
    isEverywhere: true,
    sql: each("before bigint", "delete from tally t where t.bucket < _r.before"),
  },
  "once.drop": {
    when: "rest",
    sql: each(
      "workspace, principal, key",
      `delete from once o where o.workspace = _r.workspace
        and o.key = _r.key and o.principal = _r.principal`,
    ),
  },
  "memory_versions.drop": {
    when: "rest",
    sql: each(
      `${PLACE}, key, version integer`,
      `delete from memory_versions m where ${SAME} and m.version = _r.version`,
    ),
  },
  "web_sessions.drop": {
    when: "rest",
    sql: each(
      "workspace, id",
      `delete from keys k where k.workspace = _r.workspace and k.id = _r.id
        and k.web is not null and k.revoked_at is null`,
    ),
  },
  "lease.holds": {
    when: "if",
    isEverywhere: true,
    // Shared until the commit: whoever takes the lease over waits for what was written under it.
    sql: `perform 1 from leases l
      where l.workspace = '${NO_WORKSPACE}' and l.name = _one->>'name'
        and l.epoch = (_one->>'epoch')::bigint and l.until > _now
      for share; ${HIT}`,
  },
} as const satisfies Record<string, CommitWrite>;
