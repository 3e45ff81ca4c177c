import type { RequestId } from "../../domain/id.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Store } from "../../ports/store/store.ts";
import { EVERY_WORKSPACE, type PostgresDatabase } from "../postgres/database.ts";
import { named, valuesOf } from "../postgres/numbered-values.ts";
import type { Row } from "../schema/tables.ts";
import { DUE_DELIVERIES, LINK_TO, NEXT_DELIVERY } from "./delivery-sql.ts";
import { rowToLink, rowToOutbox } from "./rows.ts";
import { LEADER_OF, likenessToColumn, OPEN_LIKE, RIDERS_OF } from "./shared-question-sql.ts";

const DUE = named(DUE_DELIVERIES);
const NEXT = named(NEXT_DELIVERY);
const LINK = named(LINK_TO);
const LIKE = named(OPEN_LIKE);
const RIDERS = named(RIDERS_OF);
const LEADER = named(LEADER_OF);

type Led = Readonly<Record<"request" | "leader", RequestId>>;

/** The reads that the hub does with every question and delivery. */
export function createOutboxReads(
  database: PostgresDatabase,
): Pick<Store, "dueDeliveries" | "nextDelivery" | "linkTo" | "openLike" | "ridersOf" | "leaderOf"> {
  return {
    async dueDeliveries({ shard, at, limit }) {
      const values = valuesOf(DUE, { shard, at: toMs(at), limit });
      const rows = await database.query<Row<"outbox">>(EVERY_WORKSPACE, DUE.text, values);
      return rows.map(rowToOutbox);
    },
    async linkTo(by) {
      const values = valuesOf(LINK, by);
      const [row] = await database.query<Row<"links">>(by.workspace, LINK.text, values);
      return row === undefined ? undefined : rowToLink(row);
    },
    async openLike(workspace, likeness) {
      const values = valuesOf(LIKE, { workspace, likeness: likenessToColumn(likeness) ?? "" });
      const [row] = await database.query<{ readonly id: RequestId }>(workspace, LIKE.text, values);
      return row?.id;
    },
    async ridersOf(workspace, leader) {
      const values = valuesOf(RIDERS, { workspace, leader });
      const rows = await database.query<Led>(workspace, RIDERS.text, values);
      return rows.map(({ request }) => request);
    },
    async leaderOf(workspace, rider) {
      const values = valuesOf(LEADER, { workspace, rider });
      const [row] = await database.query<Led>(workspace, LEADER.text, values);
      return row?.leader;
    },
    async nextDelivery(shard) {
      const values = valuesOf(NEXT, { shard });
      const rows = await database.query<Row<"outbox">>(EVERY_WORKSPACE, NEXT.text, values);
      const at = rows[0]?.due_at ?? undefined;
      return at === undefined ? undefined : toTimestamp(at);
    },
  };
}
