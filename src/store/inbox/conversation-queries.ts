import { type Kysely, sql } from "kysely";
import { present } from "../../domain/present.ts";
import type { Store } from "../../ports/store/store.ts";
import { rowToConversation, rowToMessage } from "../requests/message-rows.ts";
import type { Tables } from "../schema/tables.ts";

type ConversationQueries = Pick<
  Store,
  "findConversation" | "listConversations" | "latestConversations" | "findMessage" | "listMessages"
>;

/** Its index alone tells the newest message of a conversation: one look, however many there are. */
const LAST_MESSAGE = sql<string | null>`(select x.id from messages x
  where x.workspace = c.workspace and x.conversation = c.id order by x.id desc limit 1)`;
/** Behind its kind an id sorts by the time at which it was made. */
const LATEST = sql<string>`substr(coalesce(${LAST_MESSAGE}, c.id), 5)`;

export function createConversationQueries(kysely: Kysely<Tables>): ConversationQueries {
  return {
    async latestConversations({ workspace, agent, after, limit }) {
      let select = kysely
        .selectFrom("conversations as c")
        .selectAll("c")
        .select([LAST_MESSAGE.as("last"), LATEST.as("latest")])
        .where("c.workspace", "=", workspace)
        .orderBy("latest", "desc")
        .orderBy("c.id", "desc")
        .limit(limit);
      if (agent !== undefined) select = select.where("c.agent", "=", agent);
      if (after !== undefined) {
        const { latest, id } = after;
        select = select.where(
          sql<boolean>`(${LATEST} < ${latest} or (${LATEST} = ${latest} and c.id < ${id}))`,
        );
      }
      const rows = await select.execute();
      const ids = rows.map(({ last }) => last).filter((id) => id !== null);
      const found =
        ids.length === 0
          ? []
          : await kysely
              .selectFrom("messages")
              .selectAll()
              .where("workspace", "=", workspace)
              .where("id", "in", ids)
              .execute();
      const messages = new Map(found.map((row) => [row.id, rowToMessage(row)]));
      return rows.map(({ last: id, latest, ...row }) => {
        const last = id === null ? undefined : messages.get(id);
        return { ...rowToConversation(row), latest, ...present({ last }) };
      });
    },
    async findConversation(workspace, id) {
      const row = await kysely
        .selectFrom("conversations")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToConversation(row);
    },
    async listConversations({ workspace, agent, after, limit }) {
      let select = kysely
        .selectFrom("conversations")
        .selectAll()
        .where("workspace", "=", workspace)
        .orderBy("id", "asc")
        .limit(limit);
      if (agent !== undefined) select = select.where("agent", "=", agent);
      if (after !== undefined) select = select.where("id", ">", after);
      return (await select.execute()).map(rowToConversation);
    },
    async findMessage(workspace, id) {
      const row = await kysely
        .selectFrom("messages")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToMessage(row);
    },
    async listMessages({ workspace, conversation, after, limit }) {
      let select = kysely
        .selectFrom("messages")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("conversation", "=", conversation)
        .orderBy("id", "asc")
        .limit(limit);
      if (after !== undefined) select = select.where("id", ">", after);
      return (await select.execute()).map(rowToMessage);
    },
  };
}
