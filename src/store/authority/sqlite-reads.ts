import type { Store } from "../../ports/store/store.ts";
import type { Row } from "../schema/tables.ts";
import type { Database } from "../sqlite/database.ts";
import { rowToGrant, rowToPermission } from "./rows.ts";
import { FIND_GRANT, FIND_TOOL_PIN, LIST_PERMISSIONS } from "./sql.ts";

/** The reads of every authorization and redemption, as prepared statements. */
export function createAuthorityReads(
  db: Database,
): Pick<Store, "findGrant" | "listPermissions" | "findToolPin"> {
  return {
    async findGrant(workspace, request) {
      const row = db.prepare(FIND_GRANT).get(workspace, request);
      return row === undefined ? undefined : rowToGrant(row as unknown as Row<"grants">);
    },
    async listPermissions(workspace, agent) {
      const rows =
        agent === undefined
          ? db.prepare(LIST_PERMISSIONS.ofAll).all(workspace)
          : db.prepare(LIST_PERMISSIONS.ofAgent).all(workspace, agent);
      return (rows as unknown as Row<"permissions">[]).map(rowToPermission);
    },
    async findToolPin({ workspace, agent, tool }) {
      const row = db.prepare(FIND_TOOL_PIN).get(workspace, agent, tool);
      return row === undefined ? undefined : String(row["hash"]);
    },
  };
}
