import type { RequestId } from "../../domain/id.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Store } from "../../ports/store/store.ts";
import { EVERY_WORKSPACE, type PostgresDatabase } from "../postgres/database.ts";
import { gatherWithin, KEYS_ASKED } from "../postgres/gather.ts";
import { named, valuesOf } from "../postgres/numbered-values.ts";
import type { Row } from "../schema/tables.ts";
import { DUE_DELIVERIES, LINK_TO, NEXT_DELIVERY } from "./delivery-sql.ts";
import { rowToLink, rowToOutbox } from "./rows.ts";
import { likenessToColumn, OPEN_LIKE } from "./shared-question-sql.ts";

const DUE = named(DUE_DELIVERIES);
const NEXT = named(NEXT_DELIVERY);
const LINK = named(LINK_TO);
const LIKES = `select g.likeness,
    (${OPEN_LIKE.replace("$workspace", "$1").replace("$likeness", "g.likeness")}) as id
  from unnest(${KEYS_ASKED}) as g(likeness)`;
const LEADERS = `select request, leader from riders
  where workspace = $1 and request = any(${KEYS_ASKED}) and leader <> request`;
const RIDERS = `select request, leader from riders
  where workspace = $1 and leader = any(${KEYS_ASKED}) and request <> leader order by request`;

type Led = Readonly<Record<"request" | "leader", RequestId>>;
type Like = { readonly likeness: string; readonly id: RequestId | null };

/** The reads that the hub does with every question and delivery. */
export function createOutboxReads(
  database: PostgresDatabase,
): Pick<Store, "dueDeliveries" | "nextDelivery" | "linkTo" | "openLike" | "ridersOf" | "leaderOf"> {
  const openLikes = gatherWithin<string, RequestId>(async (workspace, likenesses) => {
    const rows = await database.query<Like>(workspace, LIKES, [workspace, likenesses]);
    return new Map(rows.flatMap(({ likeness, id }) => (id === null ? [] : [[likeness, id]])));
  });
  const riders = gatherWithin<RequestId, readonly RequestId[]>(async (workspace, leaders) => {
    const rows = await database.query<Led>(workspace, RIDERS, [workspace, leaders]);
    const byLeader = Map.groupBy(rows, ({ leader }) => leader);
    return new Map([...byLeader].map(([leader, of]) => [leader, of.map(({ request }) => request)]));
  });
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
    openLike: (workspace, likeness) => openLikes(workspace, likenessToColumn(likeness) ?? ""),
    ridersOf: async (workspace, leader) => (await riders(workspace, leader)) ?? [],
    leaderOf: gatherWithin<RequestId, RequestId>(async (workspace, of) => {
      const rows = await database.query<Led>(workspace, LEADERS, [workspace, of]);
      return new Map(rows.map(({ request, leader }) => [request, leader]));
    }),
    async nextDelivery(shard) {
      const values = valuesOf(NEXT, { shard });
      const rows = await database.query<Row<"outbox">>(EVERY_WORKSPACE, NEXT.text, values);
      const at = rows[0]?.due_at ?? undefined;
      return at === undefined ? undefined : toTimestamp(at);
    },
  };
}
