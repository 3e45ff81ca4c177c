import { type CommitWrite, each, HIT, insert } from "../schema/commit-write.ts";

/* Workspaces, principals, keys, tickets, passkeys, and what operators do about requests. */

const ID = "workspace, id";
const NOTE = "workspace, request, operator, name, sent_at bigint, seen_at bigint";

export const SIGN_IN_WRITES = {
  "workspace.insert": { when: "rest", sql: `${insert("workspaces", "id, created_at bigint")};` },
  "principal.insert": {
    when: "rest",
    sql: `${insert(
      "principals",
      "workspace, id, kind, name, role, created_at bigint, owner, halted_at bigint",
    )};`,
  },
  "key.insert": {
    when: "rest",
    sql: `${insert(
      "keys",
      `workspace, id, principal, secret_hash, scopes, created_at bigint, revoked_at bigint,
      hold_ms integer, unattended integer, web`,
    )};`,
  },
  "key.revoke": {
    when: "if",
    sql: each(
      `${ID}, at bigint`,
      `update keys k set revoked_at = _r.at
        where k.workspace = _r.workspace and k.id = _r.id and k.revoked_at is null`,
    ),
  },
  "key.end": {
    when: "if",
    // The text of an object that has other members; within a string of it the quotes would be escaped.
    sql: each(
      `${ID}, ended`,
      `update keys k set web = left(k.web, -1) || ',"endedAt":' || _r.ended || '}'
        where k.workspace = _r.workspace and k.id = _r.id and strpos(k.web, '"endedAt":') = 0`,
    ),
  },
  "agent.halt": {
    when: "if",
    sql: each(
      `${ID}, at bigint`,
      `update principals p set halted_at = _r.at
        where p.workspace = _r.workspace and p.id = _r.id and p.kind = 'agent'
          and (p.halted_at is null) <> (_r.at is null)`,
    ),
  },
  "ticket.insert": {
    when: "rest",
    sql: `${insert(
      "tickets",
      "workspace, hash, purpose, principal, key, at_terminal integer, expires_at bigint",
    )};`,
  },
  "ticket.take": {
    when: "if",
    sql: each(
      "workspace, hash, at bigint",
      `delete from tickets t where t.workspace = _r.workspace and t.hash = _r.hash
        and t.expires_at > greatest(_r.at, _now)`,
    ),
  },
  "ticket.drop": {
    when: "rest",
    sql: each(
      "workspace, principal, before bigint",
      `delete from tickets t where t.workspace = _r.workspace
        and (t.principal = _r.principal or t.expires_at <= _r.before)`,
    ),
  },
  "passkey.insert": {
    when: "rest",
    sql: `${insert(
      "passkeys",
      `workspace, id, principal, name, rp_id, credential_id, public_key, counter bigint,
      transports, created_at bigint, last_used_at bigint`,
    )};`,
  },
  "passkey.use": {
    when: "if",
    sql: each(
      `${ID}, at bigint, counter bigint, former bigint`,
      `update passkeys p set counter = _r.counter, last_used_at = _r.at
        where p.workspace = _r.workspace and p.id = _r.id and p.counter = _r.former`,
    ),
  },
  "passkey.remove": {
    when: "if",
    sql: each(ID, "delete from passkeys p where p.workspace = _r.workspace and p.id = _r.id"),
  },
  "delivery.sent": {
    when: "rest",
    isMany: true,
    sql: `${insert("deliveries", NOTE)} order by r.request, r.operator on conflict do nothing;`,
  },
  "delivery.seen": {
    when: "if",
    sql: `${insert("deliveries", NOTE)}
      on conflict (workspace, request, operator) do update set seen_at = excluded.seen_at
        where deliveries.seen_at is null; ${HIT}`,
  },
  "claim.put": {
    when: "if",
    sql: `${insert("claims", "workspace, request, principal, claimed_by, claimed_at bigint")}
      on conflict (workspace, request) do nothing; ${HIT}`,
  },
  "claim.take": {
    when: "if",
    sql: each(
      "workspace, request, principal, claimed_by, claimed_at bigint, former",
      `update claims l
        set claimed_by = _r.claimed_by, claimed_at = _r.claimed_at, principal = _r.principal
        where l.workspace = _r.workspace and l.request = _r.request and l.principal = _r.former`,
    ),
  },
  "claim.remove": {
    when: "if",
    sql: each(
      "workspace, request, principal",
      `delete from claims l where l.workspace = _r.workspace
        and l.request = _r.request and l.principal = _r.principal`,
    ),
  },
  "snooze.put": {
    when: "rest",
    sql: `${insert("snoozes", "workspace, operator, request, until bigint")}
      on conflict (workspace, operator, request) do update set until = excluded.until;`,
  },
  "snooze.remove": {
    when: "rest",
    sql: each(
      "workspace, operator, request",
      `delete from snoozes s where s.workspace = _r.workspace
        and s.operator = _r.operator and s.request = _r.request`,
    ),
  },
} as const satisfies Record<string, CommitWrite>;
