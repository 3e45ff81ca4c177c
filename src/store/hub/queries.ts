import { type Kysely, type SqlBool, sql } from "kysely";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Outbox } from "../../ports/store/outbox.ts";
import type { Tables } from "../schema/tables.ts";
import { rowToOutbox } from "./rows.ts";

/** What reads deliveries the same way on every engine. */
export type OutboxQueries = Pick<
  Outbox,
  | "findDelivery"
  | "listOutbox"
  | "deliveriesOf"
  | "deliveryOfNonce"
  | "deliveryOfPost"
  | "deliveriesTo"
  | "standingIn"
  | "deliveriesBehind"
  | "countQueued"
  | "countQueuedFor"
  | "countFailed"
  | "oldestQueued"
  | "countSentTo"
  | "heldUntil"
>;

const MOST_COUNTED = 100_001;
const MOST_COUNTED_FOR = 100;
/** As part of the text: only so can the engine use the index of those that are queued. */
const IS_QUEUED = sql<SqlBool>`status = 'queued'`;

export function createOutboxQueries(kysely: Kysely<Tables>): OutboxQueries {
  const outbox = () => kysely.selectFrom("outbox").selectAll("outbox");

  const ids = () => kysely.selectFrom("outbox").select("id");

  async function countOf(
    status: "queued" | "failed",
    { workspace, channel }: { workspace: string; channel: string | undefined },
  ): Promise<number> {
    const counted = ids()
      .where("workspace", "=", workspace)
      // As part of the text: only so can the engine use the index of those with this status.
      .where(sql<SqlBool>`status = ${sql.lit(status)}`)
      .$if(channel !== undefined, (q) => q.where("channel", "=", channel ?? ""));
    return await sizeOf(counted.limit(MOST_COUNTED));
  }

  async function sizeOf(rows: ReturnType<typeof ids>): Promise<number> {
    const row = await kysely
      .selectFrom(rows.as("counted"))
      .select((is) => is.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  return {
    async findDelivery(workspace, id) {
      const row = await outbox()
        .where("workspace", "=", workspace)
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToOutbox(row);
    },
    async listOutbox({ workspace, status, channel, item, agent, after, limit }) {
      const rows = await outbox()
        .where("workspace", "=", workspace)
        .$if(status !== undefined, (q) =>
          q.where(sql<SqlBool>`status = ${sql.lit(status ?? "queued")}`),
        )
        .$if(channel !== undefined, (q) => q.where("channel", "=", channel ?? ""))
        .$if(item !== undefined, (q) => q.where("item", "=", item ?? ""))
        .$if(agent !== undefined, (q) => q.where("agent", "=", agent ?? ""))
        .$if(after !== undefined, (q) => q.where("id", "<", after ?? ""))
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map(rowToOutbox);
    },
    async deliveriesOf(workspace, item) {
      const rows = await outbox()
        .where("workspace", "=", workspace)
        .where("item", "=", item)
        .orderBy("id")
        .execute();
      return rows.map(rowToOutbox);
    },
    async deliveryOfNonce(nonce) {
      const row = await outbox().where("nonce", "=", nonce).executeTakeFirst();
      return row === undefined ? undefined : rowToOutbox(row);
    },
    async deliveryOfPost({ channel, chatId, messageId }) {
      const row = await outbox()
        .innerJoin("outbox_posts as p", (join) =>
          join.onRef("p.workspace", "=", "outbox.workspace").onRef("p.delivery", "=", "outbox.id"),
        )
        .where("p.channel", "=", channel)
        .where("p.chat", "=", chatId)
        .where("p.message", "=", messageId)
        .orderBy("p.delivery", "desc")
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToOutbox(row);
    },
    async deliveriesTo({ workspace, channel, chatIds, limit }) {
      const rows = await outbox()
        .where("workspace", "=", workspace)
        .where("channel", "=", channel)
        .where("chat", "in", chatIds)
        .where("sent_at", "is not", null)
        .orderBy("sent_at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map(rowToOutbox);
    },
    async standingIn({ workspace, agent, channel, chatId, among }) {
      const rows = await kysely
        .selectFrom((is) =>
          is
            .selectFrom("outbox")
            .selectAll()
            .where("channel", "=", channel)
            .where("chat", "=", chatId)
            .where("sent_at", "is not", null)
            .orderBy("sent_at", "desc")
            .orderBy("id", "desc")
            .limit(among)
            .as("newest"),
        )
        .innerJoin("requests as r", (join) =>
          join.onRef("r.workspace", "=", "newest.workspace").onRef("r.id", "=", "newest.item"),
        )
        .selectAll("newest")
        .where("newest.workspace", "=", workspace)
        .where("newest.agent", "=", agent)
        .where("newest.status", "in", ["sent", "seen"])
        .where("r.status", "=", "open")
        .orderBy("newest.sent_at", "desc")
        .orderBy("newest.id", "desc")
        .execute();
      return rows.map(rowToOutbox);
    },
    async deliveriesBehind(workspace, id) {
      const rows = await outbox()
        .where("workspace", "=", workspace)
        .where("behind", "=", id)
        .orderBy("id")
        .execute();
      return rows.map(rowToOutbox);
    },
    countQueued: (workspace, channel) => countOf("queued", { workspace, channel }),
    async countQueuedFor({ workspace, agent, channel, chatId }) {
      const counted = ids()
        .where("workspace", "=", workspace)
        .where("channel", "=", channel)
        .where("chat", "=", chatId)
        .where("agent", "=", agent)
        // What another post tells of is not on its way.
        .where("behind", "is", null)
        .where(IS_QUEUED);
      return await sizeOf(counted.limit(MOST_COUNTED_FOR));
    },
    countFailed: (workspace, channel) => countOf("failed", { workspace, channel }),
    async oldestQueued(workspace, channel) {
      const { at } = await kysely
        .selectFrom("outbox")
        .select((is) => is.fn.min("created_at").as("at"))
        .where("workspace", "=", workspace)
        .where("channel", "=", channel)
        .where(IS_QUEUED)
        .where("held_for", "is", null)
        .executeTakeFirstOrThrow();
      return at === null ? undefined : toTimestamp(Number(at));
    },
    async countSentTo({ workspace, operator, since }) {
      const own = () =>
        kysely
          .selectFrom("outbox")
          .select((is) => is.fn.countAll<number>().as("count"))
          .where("workspace", "=", workspace)
          .where("operator", "=", operator);
      const [sent, leaving] = await Promise.all([
        own()
          .where("operator", "is not", null)
          .where("sent_at", ">=", toMs(since))
          .executeTakeFirstOrThrow(),
        own().where(IS_QUEUED).where("held_for", "is", null).executeTakeFirstOrThrow(),
      ]);
      return Number(sent.count) + Number(leaving.count);
    },
    async heldUntil({ workspace, operator, heldFor }) {
      const { at } = await kysely
        .selectFrom("outbox")
        .select((is) => is.fn.min("due_at").as("at"))
        .where("workspace", "=", workspace)
        .where(IS_QUEUED)
        .where("operator", "=", operator)
        .where("held_for", "=", heldFor)
        .executeTakeFirstOrThrow();
      return at === null ? undefined : toTimestamp(Number(at));
    },
  };
}
