import type { WorkspaceId } from "../../domain/id.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { GrantConditions } from "../../ports/store/store.ts";
import {
  changesIf,
  type Entry,
  eachAlike,
  finds,
  HIT,
  insert,
  inserts,
  rows,
  type SqliteWrite,
  statement,
  type WriteOf,
  type WriteTable,
} from "../schema/write-row.ts";
import { checkpointToRow, grantToRow, permissionToRow } from "./rows.ts";

/* What approvals rest on. */

const POLICY = "policy";

const IN_FORCE = `(select revision from policies
  where workspace = _one->>'workspace' and in_force is not null)`;

/** The log went back, and no person has accepted that yet. */
const IS_SET_BACK = `exists (select 1 from workspaces w
  where w.id = _r.workspace and w.set_back is not null)`;

/**
 * The database is on a timeline in which all nodes had time to compare what they remember, and this
 * one has. Only PostgreSQL has others.
 */
const IS_SETTLED = `exists (select from timelines t where t.timeline = earshot_timeline()
  and t.timeline = current_setting('earshot.timeline', true) and t.since <= _now)`;

/** An unknown agent is not halted. */
const IS_HALTED = `exists (select from principals p where p.workspace = _one->>'workspace'
  and p.id = _one->>'agent' and p.halted_at is not null)`;

/** Keys come as an array, which a record of text columns would not split. */
const IS_ANY_REVOKED = `exists (select from keys k
  where k.workspace = _one->>'workspace' and k.revoked_at is not null
    and k.id in (select jsonb_array_elements_text(_one->'keys')))`;

/** Everything the approval rests on still stands. A field is present only if it rests on that. */
const STANDS = `(_one->'keys' is null or (
    ${IN_FORCE} is not distinct from _one->>'revision'
    and not ${IS_ANY_REVOKED}
    and (_one->>'permission' is null or exists (select from permissions p
      where p.workspace = _one->>'workspace' and p.id = _one->>'permission'
        and p.revoked_at is null))
    and (_one->>'served' is null or exists (select from principals p
      where p.workspace = _one->>'workspace' and p.id = _one->>'served'
        and p.halted_at is null))))`;

/* The same over SQLite. */

const isHalted = finds(`select 1 from principals
  where workspace = _r.workspace and id = _r.agent and halted_at is not null`);
const isServed = finds(`select 1 from principals
  where workspace = _r.workspace and id = _r.served and halted_at is null`);
const isRevoked = finds(`select 1 from keys
  where workspace = _r.workspace and id = _r.key and revoked_at is not null`);
const isPermitted = finds(`select 1 from permissions
  where workspace = _r.workspace and id = _r.permission and revoked_at is null`);
const isInForce = finds(`select 1 where _r.revision is (select revision from policies
  where workspace = _r.workspace and in_force is not null)`);

interface GroundRow {
  readonly workspace: WorkspaceId;
  readonly agent?: string | undefined;
  readonly keys: readonly string[];
  readonly policy?: { readonly revision: string | undefined } | undefined;
}

const groundHolds: SqliteWrite = (db, row) => {
  const { workspace, agent, keys, policy } = row as GroundRow;
  return (
    (agent === undefined || !isHalted(db, row)) &&
    !keys.some((key) => isRevoked(db, { workspace, key })) &&
    (policy === undefined || isInForce(db, { workspace, revision: policy.revision }))
  );
};

interface ConsumeRow {
  readonly workspace: WorkspaceId;
  readonly keys?: readonly string[];
  readonly permission?: string;
  readonly served?: string;
}

const approvalStands: SqliteWrite = (db, row) => {
  const { workspace, keys, permission, served } = row as ConsumeRow;
  if (keys === undefined) return true;
  return (
    isInForce(db, row) &&
    !keys.some((key) => isRevoked(db, { workspace, key })) &&
    (permission === undefined || isPermitted(db, row)) &&
    (served === undefined || isServed(db, row))
  );
};

const GRANT = "workspace, request, id, agent, digest";
const GRANT_MOMENTS = "minted_at bigint, expires_at bigint, consumed_at bigint";

/** Replaces a former grant that was not used up. */
function putsGrant(where: string, sqliteWhere: string) {
  const conflict = `on conflict (workspace, request) do update
    set id = excluded.id, agent = excluded.agent, digest = excluded.digest,
      minted_at = excluded.minted_at, expires_at = excluded.expires_at,
      consumed_at = excluded.consumed_at
    where grants.consumed_at is null`;
  const into = `insert into grants
    (workspace, request, id, agent, digest, minted_at, expires_at, consumed_at)`;
  return {
    when: "if",
    sql: `${into}
  select r.workspace, r.request, r.id, r.agent, r.digest, r.minted_at, r.expires_at, r.consumed_at
  from ${rows(`${GRANT}, ${GRANT_MOMENTS}`)}
  ${where}
  ${conflict}; ${HIT}`,
    sqlite: statement(`${into}
      select _r.workspace, _r.request, _r.id, _r.agent, _r.digest, _r.minted_at, _r.expires_at,
        _r.consumed_at
      where ${sqliteWhere} ${conflict}`),
  } as const;
}

/* Compares every field: a grant that differs in anything is not the stored one. */
const CONSUME = `update grants g set consumed_at = _r.at
        where g.workspace = _r.workspace and g.request = _r.request and g.id = _r.id
          and g.agent = _r.agent and g.digest = _r.digest`;
const consume = statement(`${CONSUME} and g.consumed_at is null and g.expires_at > _r.at
  and not ${IS_SET_BACK}`);

const endPolicy = statement(`update policies set in_force = null
  where workspace = _r.workspace and revision = _r.former`);
const PUT_POLICY = `on conflict (workspace, revision) do update
          set source = excluded.source, at = excluded.at, in_force = 1, made_by = excluded.made_by`;
const putPolicy =
  statement(`insert into policies (workspace, revision, source, at, in_force, made_by)
  values (_r.workspace, _r.revision, _r.source, _r.at, 1, _r.made_by) ${PUT_POLICY}`);

const CHECKPOINT = "workspace, seq bigint, hash, at bigint, token";

/** Grants, permissions, policies and everything else that says who may do what. */
export const AUTHORITY_WRITES: WriteTable<
  "grant" | "record" | "ground" | "permission" | "policy" | "tool" | "passphrase" | "checkpoint"
> = {
  "grant.put": {
    ...putsGrant(
      `where not ${IS_HALTED} and not ${IS_SET_BACK.replaceAll("_r.", "r.")}
        and ${IS_SETTLED}`,
      `not exists (select 1 from principals p where p.workspace = _r.workspace
        and p.id = _r.agent and p.halted_at is not null) and not ${IS_SET_BACK}`,
    ),
    toEntry: (workspace, { grant }) => ({
      rows: [grantToRow(grant)],
      places: [`${workspace} ${grant.request}`],
      ground: [`${workspace} ${grant.agent}`],
    }),
  },
  "grant.void": {
    ...putsGrant("", "true"),
    toEntry: (workspace, { grant }) => ({
      rows: [grantToRow(grant)],
      places: [`${workspace} ${grant.request}`],
    }),
  },
  "grant.consume": {
    ...changesIf(
      `${GRANT}, at bigint`,
      `${CONSUME}
          and g.consumed_at is null and g.expires_at > greatest(_r.at, _now)
          and not ${IS_SET_BACK} and ${IS_SETTLED} and ${STANDS}`,
      (db, row) => approvalStands(db, row) && consume(db, row),
    ),
    toEntry: consumeEntry,
  },
  "record.accept": {
    ...changesIf(
      "workspace, event bigint",
      `update workspaces w set set_back = null
        where w.id = _r.workspace and w.set_back = _r.event`,
    ),
    toEntry: (workspace, { event }) => ({
      rows: [{ workspace, event }],
      places: [`${workspace} set back`],
    }),
  },
  "ground.holds": {
    when: "if",
    // Most changes carry one, and in a batch most carry the same.
    isMany: true,
    sql: eachAlike(
      "workspace, agent, keys jsonb, policy jsonb",
      `perform 1 where not exists (select from principals p where p.workspace = _r.workspace
          and p.id = _r.agent and p.halted_at is not null)
        and not exists (select from keys k where k.workspace = _r.workspace
          and k.id = any (array(select jsonb_array_elements_text(_r.keys)))
          and k.revoked_at is not null)
        and (_r.policy is null or _r.policy->>'revision' is not distinct from (
          select revision from policies q
            where q.workspace = _r.workspace and q.in_force is not null))`,
    ),
    sqlite: groundHolds,
    toEntry(workspace, { agent, keys, policy }) {
      const held = [...(policy === undefined ? [] : [POLICY]), ...keys];
      const ground = [...(agent === undefined ? [] : [agent]), ...held];
      return {
        rows: [{ workspace, agent, keys, policy } satisfies GroundRow],
        ground: ground.map((name) => `${workspace} ${name}`),
      };
    },
  },
  "permission.insert": {
    unlocked: "new",
    ...inserts(
      "permissions",
      `workspace, id, scope, agent, agent_name, tool, args_digest, args, session,
      tool_schema_hash, level, until bigint, given_by, key, created_at bigint, revoked_at bigint,
      uses integer`,
    ),
    toEntry: (workspace, { permission }) => ({
      rows: [permissionToRow(permission)],
      places: [`${workspace} ${permission.id}`],
    }),
  },
  "permission.use": {
    ...changesIf(
      "workspace, id, uses integer",
      `update permissions p set uses = p.uses + 1 where p.workspace = _r.workspace
        and p.id = _r.id and p.uses = _r.uses and p.revoked_at is null`,
    ),
    toEntry: (workspace, { id, uses }) => ({
      rows: [{ workspace, id, uses }],
      places: [`${workspace} ${id}`],
    }),
  },
  "permission.revoke": {
    ...changesIf(
      "workspace, id, at bigint",
      `update permissions p set revoked_at = _r.at
        where p.workspace = _r.workspace and p.id = _r.id and p.revoked_at is null`,
    ),
    toEntry: (workspace, { id, revokedAt }) => ({
      rows: [{ workspace, id, at: toMs(revokedAt) }],
      places: [`${workspace} ${id}`],
    }),
  },
  "policy.put": {
    when: "if",
    sql: `if ${IN_FORCE} is distinct from _one->>'former' then return null; end if;
      update policies set in_force = null
        where workspace = _one->>'workspace' and revision = _one->>'former';
      insert into policies (workspace, revision, source, at, in_force, made_by)
        select r.workspace, r.revision, r.source, r.at, 1, r.made_by
        from ${rows("workspace, revision, source, at bigint, made_by")}
        ${PUT_POLICY}; ${HIT}`,
    sqlite(db, row) {
      const { workspace, former } = row as { readonly workspace: string; readonly former?: string };
      if (!isInForce(db, { workspace, revision: former })) return false;
      endPolicy(db, row);
      return putPolicy(db, row);
    },
    toEntry(workspace, { policy: { revision, source, at }, former, madeBy = null }) {
      const put = { workspace, revision, source: JSON.stringify(source), at: toMs(at) };
      const row = { ...put, former, made_by: madeBy };
      return { rows: [row], places: [`${workspace} ${POLICY}`] };
    },
  },
  "tool.pin": {
    when: "rest",
    sql: `${insert("tool_pins", "workspace, agent, tool, hash")}
      on conflict (workspace, agent, tool) do nothing;
      update tool_pins p set hash = r.hash
        from ${rows("workspace, agent, tool, hash, former")}
        where p.workspace = r.workspace and p.agent = r.agent and p.tool = r.tool
          and p.hash = r.former;`,
    sqlite: statement(`insert into tool_pins (workspace, agent, tool, hash)
      values (_r.workspace, _r.agent, _r.tool, _r.hash)
      on conflict (workspace, agent, tool) do update set hash = excluded.hash
        where hash = _r.former`),
    toEntry: (workspace, { agent, tool, hash, former }) => ({
      rows: [{ workspace, agent, tool, hash, former }],
      places: [`${workspace} pin ${agent} ${tool}`],
    }),
  },
  "tool.offer": {
    when: "if",
    sql: `if (select tools from tool_offers where workspace = _one->>'workspace'
          and agent = _one->>'agent' and server = _one->>'server')
          is distinct from _one->>'former' then
        return null;
      end if;
      ${insert("tool_offers", "workspace, agent, server, tools")}
      on conflict (workspace, agent, server) do update set tools = excluded.tools; ${HIT}`,
    sqlite: statement(`insert into tool_offers (workspace, agent, server, tools)
      select _r.workspace, _r.agent, _r.server, _r.tools
      where _r.former is (select tools from tool_offers
        where workspace = _r.workspace and agent = _r.agent and server = _r.server)
      on conflict (workspace, agent, server) do update set tools = excluded.tools`),
    toEntry(workspace, { agent, offer: { server, tools }, former }) {
      const before = former === undefined ? undefined : JSON.stringify(former.tools);
      return {
        rows: [{ workspace, agent, server, tools: JSON.stringify(tools), former: before }],
        places: [`${workspace} offer ${agent} ${server}`],
      };
    },
  },
  "tool.define": {
    ...inserts("tool_definitions", "workspace, hash, definition", {
      conflict: `
      on conflict (workspace, hash) do nothing`,
    }),
    toEntry: (workspace, { hash, definition }) => ({
      rows: [{ workspace, hash, definition: JSON.stringify(definition) }],
      places: [`${workspace} definition ${hash}`],
    }),
  },
  "passphrase.put": {
    when: "if",
    sql: `if (select hash from passphrases where workspace = _one->>'workspace'
          and principal = _one->>'principal') is distinct from _one->>'former' then
        return null;
      end if;
      ${insert("passphrases", "workspace, principal, hash")}
      on conflict (workspace, principal) do update set hash = excluded.hash; ${HIT}`,
    sqlite: statement(`insert into passphrases (workspace, principal, hash)
      select _r.workspace, _r.principal, _r.hash
      where _r.former is (select hash from passphrases
        where workspace = _r.workspace and principal = _r.principal)
      on conflict (workspace, principal) do update set hash = excluded.hash`),
    toEntry: (workspace, { principal, hash, former }) => ({
      rows: [{ workspace, principal, hash, former }],
      places: [`${workspace} passphrase ${principal}`],
    }),
  },
  "checkpoint.insert": {
    when: "if",
    // Each begins where the one before ends: otherwise two nodes could seal the same events.
    sql: `if (select coalesce(max(seq), 0) from checkpoints
          where workspace = _one->>'workspace') <> (_one->>'after')::bigint then
        return null;
      end if;
      ${insert("checkpoints", CHECKPOINT)}
      on conflict do nothing; ${HIT}`,
    sqlite: statement(`insert into checkpoints (workspace, seq, hash, at, token)
      select _r.workspace, _r.seq, _r.hash, _r.at, _r.token
      where _r.after = (select coalesce(max(seq), 0) from checkpoints
        where workspace = _r.workspace)
      on conflict do nothing`),
    toEntry: (workspace, { checkpoint, after }) => ({
      rows: [{ ...checkpointToRow(checkpoint), after }],
      places: [`${workspace} checkpoints`],
    }),
  },
};

function consumeEntry(workspace: WorkspaceId, write: WriteOf<"grant.consume">): Entry {
  const { grant, at, while: ground } = write;
  const { id, request, agent, digest } = grant;
  const row = { workspace: grant.workspace, request, id, agent, digest, at: toMs(at) };
  const places = [`${workspace} ${request}`];
  if (ground === undefined) return { rows: [row], places };
  const { revision, keys, permission, agent: served } = ground;
  return {
    rows: [{ ...row, revision, keys, permission, served }],
    places,
    ground: groundOf(ground).map((name) => `${workspace} ${name}`),
  };
}

function groundOf({ keys, permission, agent }: GrantConditions): string[] {
  const named = [permission, agent].filter((id) => id !== undefined);
  return [POLICY, ...keys, ...named];
}
