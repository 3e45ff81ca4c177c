import type { GrantRecord } from "../../domain/authority/grant.ts";
import { type Timestamp, toMs } from "../../domain/timestamp.ts";
import type { GrantGround, Write } from "../../ports/store/store.ts";
import type { Database } from "../sqlite/database.ts";
import { insertRow } from "../sqlite/insert-row.ts";
import { checkpointToRow, grantToRow, permissionToRow } from "./rows.ts";

export type AuthorityWrite = Extract<
  Write,
  {
    readonly type: `${"grant" | "ground" | "permission" | "policy" | "tool" | "passphrase" | "checkpoint"}.${string}`;
  }
>;

const PUT_GRANT = `insert into grants
    (workspace, request, id, agent, digest, minted_at, expires_at, consumed_at)
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (workspace, request) do update
    set id = excluded.id, agent = excluded.agent, digest = excluded.digest,
      minted_at = excluded.minted_at, expires_at = excluded.expires_at,
      consumed_at = excluded.consumed_at
    where consumed_at is null`;
const CONSUME_GRANT = `update grants set consumed_at = ?
  where workspace = ? and request = ? and id = ? and agent = ? and digest = ?
    and consumed_at is null and expires_at > ?`;
const USE_PERMISSION = `update permissions set uses = uses + 1
  where workspace = ? and id = ? and uses = ? and revoked_at is null`;
const REVOKE_PERMISSION = `update permissions set revoked_at = ?
  where workspace = ? and id = ? and revoked_at is null`;
const IS_IN_FORCE = "select revision from policies where workspace = ? and in_force is not null";
const END_POLICY = "update policies set in_force = null where workspace = ? and revision = ?";
const PUT_POLICY = `insert into policies (workspace, revision, source, at, in_force)
  values (?, ?, ?, ?, 1)
  on conflict (workspace, revision) do update
    set source = excluded.source, at = excluded.at, in_force = 1`;
const PIN_TOOL = `insert into tool_pins (workspace, agent, tool, hash) values (?, ?, ?, ?)
  on conflict (workspace, agent, tool) do update set hash = excluded.hash where hash = ?`;
const DEFINE_TOOL = `insert into tool_definitions (workspace, hash, definition) values (?, ?, ?)
  on conflict (workspace, hash) do nothing`;
const FIND_PASSPHRASE = "select hash from passphrases where workspace = ? and principal = ?";
const PUT_PASSPHRASE = `insert into passphrases (workspace, principal, hash) values (?, ?, ?)
  on conflict (workspace, principal) do update set hash = excluded.hash`;
const IS_REVOKED = `select 1 from keys
  where workspace = ? and id = ? and revoked_at is not null`;
const IS_PERMITTED = `select 1 from permissions
  where workspace = ? and id = ? and revoked_at is null`;
const IS_HALTED = `select 1 from principals
  where workspace = ? and id = ? and halted_at is not null`;
const IS_SERVED = `select 1 from principals
  where workspace = ? and id = ? and halted_at is null`;

/** False, and nothing written, where a conditional write found another state than it expected. */
export function writeAuthority(db: Database, workspace: string, write: AuthorityWrite): boolean {
  switch (write.type) {
    case "grant.put":
      return !isHalted(db, workspace, write.grant.agent) && putGrant(db, write.grant);
    case "grant.void":
      return putGrant(db, write.grant);
    case "grant.consume":
      return (
        (write.while === undefined || stands(db, workspace, write.while)) &&
        consumeGrant(db, write.grant, write.at)
      );
    case "ground.holds":
      return (
        (write.agent === undefined || !isHalted(db, workspace, write.agent)) &&
        !isAnyRevoked(db, workspace, write.keys) &&
        (write.policy === undefined || isInForce(db, workspace, write.policy.revision))
      );
    case "permission.insert":
      insertRow(db, "permissions", permissionToRow(write.permission));
      return true;
    case "permission.use":
      return db.prepare(USE_PERMISSION).run(workspace, write.id, write.uses).changes === 1;
    case "permission.revoke": {
      const revokedAt = toMs(write.revokedAt);
      return db.prepare(REVOKE_PERMISSION).run(revokedAt, workspace, write.id).changes === 1;
    }
    case "policy.put":
      return putPolicy(db, workspace, write);
    case "tool.pin":
      db.prepare(PIN_TOOL).run(
        workspace,
        write.agent,
        write.tool,
        write.hash,
        write.former ?? null,
      );
      return true;
    case "tool.define":
      db.prepare(DEFINE_TOOL).run(workspace, write.hash, JSON.stringify(write.definition));
      return true;
    case "passphrase.put":
      return putPassphrase(db, workspace, write);
    case "checkpoint.insert":
      insertRow(db, "checkpoints", checkpointToRow(write.checkpoint));
      return true;
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}

function putGrant(db: Database, grant: GrantRecord): boolean {
  const row = grantToRow(grant);
  const { workspace, request, id, agent, digest, minted_at, expires_at } = row;
  const { changes } = db
    .prepare(PUT_GRANT)
    .run(workspace, request, id, agent, digest, minted_at, expires_at, row.consumed_at ?? null);
  return changes === 1;
}

/* Names all that the record says: a grant that differs in anything was never the one that stands. */
function consumeGrant(db: Database, grant: GrantRecord, at: Timestamp): boolean {
  const { workspace, request, id, agent, digest } = grant;
  const now = toMs(at);
  const { changes } = db
    .prepare(CONSUME_GRANT)
    .run(now, workspace, request, id, agent, digest, now);
  return changes === 1;
}

function stands(db: Database, workspace: string, ground: GrantGround): boolean {
  const { revision, keys, permission, agent } = ground;
  if (!isInForce(db, workspace, revision)) return false;
  if (isAnyRevoked(db, workspace, keys)) return false;
  const holds = (text: string, id: string | undefined) =>
    id === undefined || db.prepare(text).get(workspace, id) !== undefined;
  return holds(IS_PERMITTED, permission) && holds(IS_SERVED, agent);
}

function isInForce(db: Database, workspace: string, revision: string | undefined): boolean {
  return db.prepare(IS_IN_FORCE).get(workspace)?.["revision"] === revision;
}

function isHalted(db: Database, workspace: string, agent: string): boolean {
  return db.prepare(IS_HALTED).get(workspace, agent) !== undefined;
}

function isAnyRevoked(db: Database, workspace: string, keys: readonly string[]): boolean {
  return keys.some((key) => db.prepare(IS_REVOKED).get(workspace, key) !== undefined);
}

function putPassphrase(
  db: Database,
  workspace: string,
  { principal, hash, former }: Extract<Write, { readonly type: "passphrase.put" }>,
): boolean {
  if (db.prepare(FIND_PASSPHRASE).get(workspace, principal)?.["hash"] !== former) return false;
  db.prepare(PUT_PASSPHRASE).run(workspace, principal, hash);
  return true;
}

function putPolicy(
  db: Database,
  workspace: string,
  { policy, former }: Extract<Write, { readonly type: "policy.put" }>,
): boolean {
  if (!isInForce(db, workspace, former)) return false;
  if (former !== undefined) db.prepare(END_POLICY).run(workspace, former);
  const { revision, source, at } = policy;
  db.prepare(PUT_POLICY).run(workspace, revision, JSON.stringify(source), toMs(at));
  return true;
}
