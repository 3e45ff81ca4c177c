import { type CommitWrite, each, eachAlike, HIT, insert, rows } from "../schema/commit-write.ts";

/* Grants, permissions, policies and what else says who may do what. `_one` is the only row. */

const IN_FORCE = `(select revision from policies
  where workspace = _one->>'workspace' and in_force is not null)`;

/** An agent that is not known is not halted either. */
const IS_HALTED = `exists (select from principals p where p.workspace = _one->>'workspace'
  and p.id = _one->>'agent' and p.halted_at is not null)`;

/** Keys come as an array, which a record of text columns would not take apart. */
const IS_ANY_REVOKED = `exists (select from keys k
  where k.workspace = _one->>'workspace' and k.revoked_at is not null
    and k.id in (select jsonb_array_elements_text(_one->'keys')))`;

/** What an approval rests on still stands; the fields are there only where it rests on them. */
const STANDS = `(_one->'keys' is null or (
    ${IN_FORCE} is not distinct from _one->>'revision'
    and not ${IS_ANY_REVOKED}
    and (_one->>'permission' is null or exists (select from permissions p
      where p.workspace = _one->>'workspace' and p.id = _one->>'permission'
        and p.revoked_at is null))
    and (_one->>'served' is null or exists (select from principals p
      where p.workspace = _one->>'workspace' and p.id = _one->>'served'
        and p.halted_at is null))))`;

const GRANT = "workspace, request, id, agent, digest";

/** In the place of a former one that was not used up. */
const putGrant = (where: string) => `insert into grants
    (workspace, request, id, agent, digest, minted_at, expires_at, consumed_at)
  select r.workspace, r.request, r.id, r.agent, r.digest, r.minted_at, r.expires_at, r.consumed_at
  from ${rows(`${GRANT}, minted_at bigint, expires_at bigint, consumed_at bigint`)}
  ${where}
  on conflict (workspace, request) do update
    set id = excluded.id, agent = excluded.agent, digest = excluded.digest,
      minted_at = excluded.minted_at, expires_at = excluded.expires_at,
      consumed_at = excluded.consumed_at
    where grants.consumed_at is null; ${HIT}`;

export const AUTHORITY_WRITES = {
  "grant.put": { when: "if", sql: putGrant(`where not ${IS_HALTED}`) },
  "grant.void": { when: "if", sql: putGrant("") },
  "grant.consume": {
    when: "if",
    // Names all that the record says: a grant that differs in anything was never the one that stands.
    sql: each(
      `${GRANT}, at bigint`,
      `update grants g set consumed_at = _r.at
        where g.workspace = _r.workspace and g.request = _r.request and g.id = _r.id
          and g.agent = _r.agent and g.digest = _r.digest
          and g.consumed_at is null and g.expires_at > greatest(_r.at, _now) and ${STANDS}`,
    ),
  },
  "ground.holds": {
    when: "if",
    // Most changes of callers carry one, and in a batch most of them the same.
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
  },
  "permission.insert": {
    when: "rest",
    sql: `${insert(
      "permissions",
      `workspace, id, scope, agent, agent_name, tool, args_digest, args, session,
      tool_schema_hash, level, until bigint, given_by, key, created_at bigint, revoked_at bigint,
      uses integer`,
    )};`,
  },
  "permission.use": {
    when: "if",
    sql: each(
      "workspace, id, uses integer",
      `update permissions p set uses = p.uses + 1 where p.workspace = _r.workspace
        and p.id = _r.id and p.uses = _r.uses and p.revoked_at is null`,
    ),
  },
  "permission.revoke": {
    when: "if",
    sql: each(
      "workspace, id, at bigint",
      `update permissions p set revoked_at = _r.at
        where p.workspace = _r.workspace and p.id = _r.id and p.revoked_at is null`,
    ),
  },
  "policy.put": {
    when: "if",
    sql: `if ${IN_FORCE} is distinct from _one->>'former' then return null; end if;
      update policies set in_force = null
        where workspace = _one->>'workspace' and revision = _one->>'former';
      insert into policies (workspace, revision, source, at, in_force)
        select r.workspace, r.revision, r.source, r.at, 1
        from ${rows("workspace, revision, source, at bigint")}
        on conflict (workspace, revision) do update
          set source = excluded.source, at = excluded.at, in_force = 1; ${HIT}`,
  },
  "tool.pin": {
    when: "rest",
    sql: `${insert("tool_pins", "workspace, agent, tool, hash")}
      on conflict (workspace, agent, tool) do nothing;
      update tool_pins p set hash = r.hash
        from ${rows("workspace, agent, tool, hash, former")}
        where p.workspace = r.workspace and p.agent = r.agent and p.tool = r.tool
          and p.hash = r.former;`,
  },
  "tool.define": {
    when: "rest",
    sql: `${insert("tool_definitions", "workspace, hash, definition")}
      on conflict (workspace, hash) do nothing;`,
  },
  "passphrase.put": {
    when: "if",
    sql: `if (select hash from passphrases where workspace = _one->>'workspace'
          and principal = _one->>'principal') is distinct from _one->>'former' then
        return null;
      end if;
      ${insert("passphrases", "workspace, principal, hash")}
      on conflict (workspace, principal) do update set hash = excluded.hash; ${HIT}`,
  },
  "checkpoint.insert": {
    when: "rest",
    sql: `${insert("checkpoints", "workspace, seq bigint, hash, at bigint, token")};`,
  },
} as const satisfies Record<string, CommitWrite>;
