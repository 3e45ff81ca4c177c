import type { Store } from "../../ports/store/store.ts";
import type { Database } from "../sqlite/database.ts";
import { type KeyOwnerRow, toKeyOwner } from "./rows.ts";

const FIND = `select
    k.id, k.workspace, k.principal, k.scopes, k.created_at, k.revoked_at, k.hold_ms, k.unattended,
    k.web, k.label, k.expires_at, k.made_by, k.made_with, k.invited_by, k.invited_until,
    k.used_at, p.halted_at,
    p.kind, p.name, p.role, p.owner, p.tied_by, p.created_at as principal_created_at
  from keys k join principals p on p.workspace = k.workspace and p.id = k.principal
  where k.secret_hash = ?`;

/** Finds the owner of a key by a prepared statement: building one costs more than running it. */
export function createKeyReads(db: Database): Pick<Store, "findKeyOwner"> {
  return {
    async findKeyOwner(secretHash) {
      const row = db.prepare(FIND).get(secretHash);
      return row === undefined ? undefined : toKeyOwner(row as unknown as KeyOwnerRow);
    },
  };
}
