import { type Kysely, type SqlBool, sql } from "kysely";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Outbox } from "../../ports/store/outbox.ts";
import { joinReads } from "../schema/join-reads.ts";
import type { Tables } from "../schema/tables.ts";
import { rowToOutbox } from "./rows.ts";

const MOST_COUNTED = 100_001;
const MOST_COUNTED_FOR = 100;
/** A literal, or the engine could not use the index of queued deliveries. */
const IS_QUEUED = sql<SqlBool>`status = 'queued'`;

export function createOutboxQueries(kysely: Kysely<Tables>) {
  return joinReads(deliveryQueries(kysely), chatQueries(kysely), queueQueries(kysely));
}

function deliveryQueries(
  kysely: Kysely<Tables>,
): Pick<
  Outbox,
  | "findDelivery"
  | "listOutbox"
  | "deliveriesOf"
  | "deliveryOfNonce"
  | "deliveryOfPost"
  | "deliveriesBehind"
> {
  return {
    async findDelivery(workspace, id) {
      const row = await outbox(kysely)
        .where("workspace", "=", workspace)
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToOutbox(row);
    },
    async listOutbox({ workspace, status, channel, item, agent, after, limit }) {
      const rows = await outbox(kysely)
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
      const rows = await outbox(kysely)
        .where("workspace", "=", workspace)
        .where("item", "=", item)
        .orderBy("id")
        .execute();
      return rows.map(rowToOutbox);
    },
    async deliveryOfNonce(nonce) {
      const row = await outbox(kysely).where("nonce", "=", nonce).executeTakeFirst();
      return row === undefined ? undefined : rowToOutbox(row);
    },
    async deliveryOfPost({ channel, chatId, messageId }) {
      const row = await outbox(kysely)
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
    async deliveriesBehind(workspace, id) {
      const rows = await outbox(kysely)
        .where("workspace", "=", workspace)
        .where("behind", "=", id)
        .orderBy("id")
        .execute();
      return rows.map(rowToOutbox);
    },
  };
}

/** Deliveries by the chat that they went to. */
function chatQueries(kysely: Kysely<Tables>): Pick<Outbox, "deliveriesTo" | "standingIn"> {
  return {
    async deliveriesTo({ workspace, channel, chatIds, limit }) {
      const rows = await outbox(kysely)
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
  };
}

/** How many deliveries are queued, sent or held, and since when. */
function queueQueries(
  kysely: Kysely<Tables>,
): Pick<
  Outbox,
  "countQueued" | "countQueuedFor" | "countFailed" | "oldestQueued" | "countSentTo" | "heldUntil"
> {
  return {
    countQueued: (workspace, channel) => countOf(kysely, { status: "queued", workspace, channel }),
    async countQueuedFor({ workspace, agent, channel, chatId }) {
      const counted = ids(kysely)
        .where("workspace", "=", workspace)
        .where("channel", "=", channel)
        .where("chat", "=", chatId)
        .where("agent", "=", agent)
        // A delivery behind another is shown by the post of that one.
        .where("behind", "is", null)
        .where(IS_QUEUED);
      return await sizeOf(kysely, counted.limit(MOST_COUNTED_FOR));
    },
    countFailed: (workspace, channel) => countOf(kysely, { status: "failed", workspace, channel }),
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

function outbox(kysely: Kysely<Tables>) {
  return kysely.selectFrom("outbox").selectAll("outbox");
}

function ids(kysely: Kysely<Tables>) {
  return kysely.selectFrom("outbox").select("id");
}

interface Counted {
  readonly status: "queued" | "failed";
  readonly workspace: string;
  readonly channel: string | undefined;
}

async function countOf(
  kysely: Kysely<Tables>,
  { status, workspace, channel }: Counted,
): Promise<number> {
  const counted = ids(kysely)
    .where("workspace", "=", workspace)
    // A literal, or the engine could not use the index of this status.
    .where(sql<SqlBool>`status = ${sql.lit(status)}`)
    .$if(channel !== undefined, (q) => q.where("channel", "=", channel ?? ""));
  return await sizeOf(kysely, counted.limit(MOST_COUNTED));
}

async function sizeOf(kysely: Kysely<Tables>, rows: ReturnType<typeof ids>): Promise<number> {
  const row = await kysely
    .selectFrom(rows.as("counted"))
    .select((is) => is.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
