import type { PrincipalId } from "../../domain/id.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import type { Store } from "../../ports/store/store.ts";
import type { PostgresDatabase } from "../postgres/database.ts";
import { gatherWithin, KEYS_ASKED } from "../postgres/gather.ts";
import { numbered } from "../postgres/numbered-values.ts";
import type { Row } from "../schema/tables.ts";
import { rowToGrant, rowToPermission } from "./rows.ts";
import { FIND_GRANT, FIND_TOOL_PIN, LIST_PERMISSIONS } from "./sql.ts";

const GRANT = numbered(FIND_GRANT);
const OF_ALL = numbered(LIST_PERMISSIONS.ofAll);
const OF_AGENTS = `select * from permissions
  where workspace = $1 and agent = any(${KEYS_ASKED}) order by agent, id desc`;
const TOOL_PIN = numbered(FIND_TOOL_PIN);

/** The reads of every authorization and redemption. */
export function createAuthorityReads(
  database: PostgresDatabase,
): Pick<Store, "findGrant" | "listPermissions" | "findToolPin"> {
  /** Asked for with every question. */
  const permissions = gatherWithin<PrincipalId, readonly Permission[]>(
    async (workspace, agents) => {
      const rows = await database.query<Row<"permissions">>(workspace, OF_AGENTS, [
        workspace,
        agents,
      ]);
      return Map.groupBy(rows.map(rowToPermission), ({ agent }) => agent);
    },
  );
  return {
    async findGrant(workspace, request) {
      const [row] = await database.query<Row<"grants">>(workspace, GRANT, [workspace, request]);
      return row === undefined ? undefined : rowToGrant(row);
    },
    async listPermissions(workspace, agent) {
      if (agent !== undefined) return (await permissions(workspace, agent)) ?? [];
      const rows = await database.query<Row<"permissions">>(workspace, OF_ALL, [workspace]);
      return rows.map(rowToPermission);
    },
    async findToolPin({ workspace, agent, tool }) {
      const values = [workspace, agent, tool];
      const [row] = await database.query<Row<"tool_pins">>(workspace, TOOL_PIN, values);
      return row?.hash;
    },
  };
}
