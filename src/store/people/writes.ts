import { toMs } from "../../domain/timestamp.ts";
import { changes, changesIf, inserts, type WriteTable } from "../schema/write-row.ts";
import { keyToRow, passkeyToRow, principalToRow, ticketToRow } from "./rows.ts";

const ID = "workspace, id";

/** Workspaces, principals, keys, tickets and passkeys. */
export const PEOPLE_WRITES: WriteTable<
  "workspace" | "principal" | "key" | "agent" | "ticket" | "passkey"
> = {
  "workspace.insert": {
    ...inserts("workspaces", "id, created_at bigint"),
    toEntry: (workspace, { id, createdAt }) => ({
      rows: [{ id, created_at: toMs(createdAt) }],
      places: [workspace],
    }),
  },
  "principal.insert": {
    ...inserts(
      "principals",
      "workspace, id, kind, name, role, created_at bigint, owner, tied_by, halted_at bigint",
    ),
    toEntry(workspace, { principal }) {
      const row = principalToRow(principal);
      const places = [`${workspace} ${row.id}`, `${workspace} ${row.kind} ${row.name}`];
      return { rows: [row], places };
    },
  },
  "key.insert": {
    unlocked: "new",
    ...inserts(
      "keys",
      `workspace, id, principal, secret_hash, scopes, created_at bigint, revoked_at bigint,
      hold_ms integer, unattended integer, web, label, expires_at bigint, made_by, made_with,
      invited_by,
      invited_until bigint`,
    ),
    toEntry: (workspace, { key, secretHash }) => ({
      rows: [keyToRow(key, secretHash)],
      places: [`${workspace} ${key.id}`],
    }),
  },
  "key.revoke": {
    ...changesIf(
      `${ID}, at bigint`,
      `update keys k set revoked_at = _r.at
        where k.workspace = _r.workspace and k.id = _r.id and k.revoked_at is null`,
    ),
    toEntry: (workspace, { id, revokedAt }) => ({
      rows: [{ workspace, id, at: toMs(revokedAt) }],
      places: [`${workspace} ${id}`],
    }),
  },
  "key.use": {
    ...changes(
      `${ID}, at bigint`,
      `update keys k set used_at = _r.at where k.workspace = _r.workspace and k.id = _r.id
        and (k.used_at is null or k.used_at < _r.at)`,
    ),
    toEntry: (workspace, { id, at }) => ({
      rows: [{ workspace, id, at: toMs(at) }],
      places: [`${workspace} ${id}`],
    }),
  },
  "key.expire": {
    // A key that ends sooner keeps its end.
    ...changesIf(
      `${ID}, at bigint`,
      `update keys k set expires_at = _r.at
        where k.workspace = _r.workspace and k.id = _r.id and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > _r.at)`,
    ),
    toEntry: (workspace, { id, expiresAt }) => ({
      rows: [{ workspace, id, at: toMs(expiresAt) }],
      places: [`${workspace} ${id}`],
    }),
  },
  "key.end": {
    // Edits the text of a JSON object with other members. Within its strings, quotes are escaped.
    ...changesIf(
      `${ID}, ended`,
      `update keys k set web = left(k.web, -1) || ',"endedAt":' || _r.ended || '}'
        where k.workspace = _r.workspace and k.id = _r.id and strpos(k.web, '"endedAt":') = 0`,
      `update keys set web = substr(web, 1, length(web) - 1) || ',"endedAt":' || _r.ended || '}'
        where workspace = _r.workspace and id = _r.id and instr(web, '"endedAt":') = 0`,
    ),
    toEntry: (workspace, { id, endedAt }) => ({
      rows: [{ workspace, id, ended: JSON.stringify(endedAt) }],
      places: [`${workspace} ${id}`],
    }),
  },
  "agent.halt": {
    ...changesIf(
      `${ID}, at bigint`,
      `update principals p set halted_at = _r.at
        where p.workspace = _r.workspace and p.id = _r.id and p.kind = 'agent'
          and (p.halted_at is null) <> (_r.at is null)`,
    ),
    toEntry: (workspace, { id, haltedAt }) => ({
      rows: [{ workspace, id, at: haltedAt === undefined ? null : toMs(haltedAt) }],
      places: [`${workspace} ${id}`],
    }),
  },
  "agent.tie": {
    ...changesIf(
      `${ID}, owner, tied_by`,
      `update principals p set owner = _r.owner, tied_by = _r.tied_by
        where p.workspace = _r.workspace and p.id = _r.id and p.kind = 'agent'
          and p.owner is null and p.tied_by is null`,
    ),
    toEntry: (workspace, { id, owner = null, tiedBy = null }) => ({
      rows: [{ workspace, id, owner, tied_by: tiedBy }],
      places: [`${workspace} ${id}`],
    }),
  },
  "ticket.insert": {
    ...inserts(
      "tickets",
      "workspace, hash, purpose, principal, key, at_terminal integer, expires_at bigint",
    ),
    toEntry: (workspace, { ticket }) => ({
      rows: [ticketToRow(ticket)],
      places: [`${workspace} tickets`],
    }),
  },
  "ticket.take": {
    // By the clock that all nodes share, if there is one.
    ...changesIf(
      "workspace, hash, at bigint",
      `delete from tickets t where t.workspace = _r.workspace and t.hash = _r.hash
        and t.expires_at > greatest(_r.at, _now)`,
      `delete from tickets where workspace = _r.workspace and hash = _r.hash
        and expires_at > _r.at`,
    ),
    toEntry: (workspace, { hash, at }) => ({
      rows: [{ workspace, hash, at: toMs(at) }],
      places: [`${workspace} tickets`],
    }),
  },
  "ticket.drop": {
    ...changes(
      "workspace, principal, before bigint",
      `delete from tickets t where t.workspace = _r.workspace
        and (t.principal = _r.principal or t.expires_at <= _r.before)`,
    ),
    toEntry(workspace, { of }) {
      const [principal, before] = typeof of === "string" ? [of, null] : [null, toMs(of.before)];
      return { rows: [{ workspace, principal, before }], places: [`${workspace} tickets`] };
    },
  },
  "passkey.insert": {
    unlocked: "new",
    ...inserts(
      "passkeys",
      `workspace, id, principal, name, rp_id, credential_id, public_key, counter bigint,
      transports, created_at bigint, last_used_at bigint, made_by`,
    ),
    toEntry: (workspace, { passkey }) => ({
      rows: [passkeyToRow(passkey)],
      places: [`${workspace} ${passkey.passkey.id}`],
    }),
  },
  "passkey.use": {
    ...changesIf(
      `${ID}, at bigint, counter bigint, former bigint`,
      `update passkeys p set counter = _r.counter, last_used_at = _r.at
        where p.workspace = _r.workspace and p.id = _r.id and p.counter = _r.former`,
    ),
    toEntry: (workspace, { id, at, counter, former }) => ({
      rows: [{ workspace, id, at: toMs(at), counter, former }],
      places: [`${workspace} ${id}`],
    }),
  },
  "passkey.remove": {
    ...changesIf(ID, "delete from passkeys p where p.workspace = _r.workspace and p.id = _r.id"),
    toEntry: (workspace, { id }) => ({
      rows: [{ workspace, id }],
      places: [`${workspace} ${id}`],
    }),
  },
};
