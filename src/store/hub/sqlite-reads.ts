import type { RequestId } from "../../domain/id.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Store } from "../../ports/store/store.ts";
import type { Row } from "../schema/tables.ts";
import { type Database, withLimit } from "../sqlite/database.ts";
import { DUE_DELIVERIES, LINK_TO, NEXT_DELIVERY } from "./delivery-sql.ts";
import { rowToLink, rowToOutbox } from "./rows.ts";
import { LEADER_OF, RIDERS_OF } from "./shared-question-sql.ts";

/** The reads that the hub does with every delivery and every answer, as prepared statements. */
export function createOutboxReads(
  db: Database,
): Pick<Store, "dueDeliveries" | "nextDelivery" | "linkTo" | "ridersOf" | "leaderOf"> {
  return {
    async dueDeliveries({ shard, at, limit }) {
      const rows = db.prepare(withLimit(DUE_DELIVERIES, limit)).all({ shard, at: toMs(at) });
      return (rows as unknown as Row<"outbox">[]).map(rowToOutbox);
    },
    async linkTo(by) {
      const row = db.prepare(LINK_TO).get({ ...by });
      return row === undefined ? undefined : rowToLink(row as unknown as Row<"links">);
    },
    async ridersOf(workspace, leader) {
      const rows = db.prepare(RIDERS_OF).all({ workspace, leader });
      return rows.map(({ request }) => request as RequestId);
    },
    async leaderOf(workspace, rider) {
      return db.prepare(LEADER_OF).get({ workspace, rider })?.["leader"] as RequestId | undefined;
    },
    async nextDelivery(shard) {
      const row = db.prepare(NEXT_DELIVERY).get({ shard });
      return row === undefined ? undefined : toTimestamp(Number(row["due_at"]));
    },
  };
}
