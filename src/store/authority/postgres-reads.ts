import type { Store } from "../../ports/store/store.ts";
import type { PostgresDatabase } from "../postgres/database.ts";
import { numbered } from "../postgres/numbered-values.ts";
import type { Row } from "../schema/tables.ts";
import { rowToGrant, rowToPermission } from "./rows.ts";
import { FIND_GRANT, FIND_TOOL_PIN, LIST_PERMISSIONS } from "./sql.ts";

const GRANT = numbered(FIND_GRANT);
const OF_ALL = numbered(LIST_PERMISSIONS.ofAll);
const OF_AGENT = numbered(LIST_PERMISSIONS.ofAgent);
const TOOL_PIN = numbered(FIND_TOOL_PIN);

/** The reads of every authorization and redemption. */
export function createAuthorityReads(
  database: PostgresDatabase,
): Pick<Store, "findGrant" | "listPermissions" | "findToolPin"> {
  return {
    async findGrant(workspace, request) {
      const [row] = await database.query<Row<"grants">>(workspace, GRANT, [workspace, request]);
      return row === undefined ? undefined : rowToGrant(row);
    },
    async listPermissions(workspace, agent) {
      const [text, values] =
        agent === undefined ? [OF_ALL, [workspace]] : [OF_AGENT, [workspace, agent]];
      const rows = await database.query<Row<"permissions">>(workspace, text, values);
      return rows.map(rowToPermission);
    },
    async findToolPin({ workspace, agent, tool }) {
      const values = [workspace, agent, tool];
      const [row] = await database.query<Row<"tool_pins">>(workspace, TOOL_PIN, values);
      return row?.hash;
    },
  };
}
