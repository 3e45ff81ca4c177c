import type { RequestId, WorkspaceId } from "../../domain/id.ts";
import type { Store } from "../../ports/store/store.ts";
import { rowToRequest } from "../requests/rows.ts";
import type { Row } from "../schema/tables.ts";
import type { Database } from "../sqlite/database.ts";
import { type KeyOwnerRow, toKeyOwner } from "./rows.ts";

const FIND_REQUEST = "select * from requests where workspace = ? and id = ?";
const FIND_KEY_OWNER = `select
    k.id, k.workspace, k.principal, k.scopes, k.created_at, k.revoked_at, k.hold_ms, k.unattended,
    k.web, p.halted_at,
    p.kind, p.name, p.role, p.owner, p.created_at as principal_created_at
  from keys k join principals p on p.workspace = k.workspace and p.id = k.principal
  where k.secret_hash = ?`;

/** The reads that every call needs, as prepared statements: building them costs more than running. */
export function createHotReads(db: Database): Pick<Store, "findRequest" | "findKeyOwner"> {
  return {
    async findRequest(workspace: WorkspaceId, id: RequestId) {
      const row = db.prepare(FIND_REQUEST).get(workspace, id);
      return row === undefined ? undefined : rowToRequest(row as unknown as Row<"requests">);
    },
    async findKeyOwner(secretHash: string) {
      const row = db.prepare(FIND_KEY_OWNER).get(secretHash);
      return row === undefined ? undefined : toKeyOwner(row as unknown as KeyOwnerRow);
    },
  };
}
