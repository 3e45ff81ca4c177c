import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Store } from "../../ports/store/store.ts";
import type { Row } from "../schema/tables.ts";
import type { Database } from "../sqlite/database.ts";
import { DUE_DELIVERIES, LINK_TO, NEXT_DELIVERY } from "./delivery-sql.ts";
import { rowToLink, rowToOutbox } from "./rows.ts";

/** The reads that the hub does with every question and delivery, as prepared statements. */
export function createOutboxReads(
  db: Database,
): Pick<Store, "dueDeliveries" | "nextDelivery" | "linkTo"> {
  return {
    async dueDeliveries({ shard, at, limit }) {
      const rows = db.prepare(DUE_DELIVERIES).all({ shard, at: toMs(at), limit });
      return (rows as unknown as Row<"outbox">[]).map(rowToOutbox);
    },
    async linkTo(by) {
      const row = db.prepare(LINK_TO).get({ ...by });
      return row === undefined ? undefined : rowToLink(row as unknown as Row<"links">);
    },
    async nextDelivery(shard) {
      const row = db.prepare(NEXT_DELIVERY).get({ shard });
      return row === undefined ? undefined : toTimestamp(Number(row["due_at"]));
    },
  };
}
