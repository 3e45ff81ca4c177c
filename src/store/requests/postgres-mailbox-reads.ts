import type { MailboxItem } from "../../domain/requests/mailbox.ts";
import type { Store } from "../../ports/store/store.ts";
import type { PostgresDatabase } from "../postgres/database.ts";
import { numbered } from "../postgres/numbered-values.ts";
import { COUNT_MAILBOX, FIND_MAILBOX_ITEM, LIST_MAILBOX } from "./mailbox-sql.ts";

const FIND = numbered(FIND_MAILBOX_ITEM);
const LIST = { oldest: numbered(LIST_MAILBOX.oldest), newest: numbered(LIST_MAILBOX.newest) };
const COUNT = numbered(COUNT_MAILBOX);
const ARE_READY = `select item from mailbox
  where workspace = $1 and agent = $2 and item = any($3::text[]) and ready_at is not null`;

interface ItemRow {
  readonly item: MailboxItem;
}

/** The reads of a mailbox, used with every tool call. */
export function createMailboxReads(
  database: PostgresDatabase,
): Pick<Store, "findMailboxItem" | "listMailbox" | "readyItems"> {
  return {
    async findMailboxItem({ workspace, agent, digest }) {
      const [row] = await database.query<ItemRow>(workspace, FIND, [workspace, agent, digest]);
      return row?.item;
    },
    async listMailbox({ workspace, agent, order, limit }) {
      const values = [workspace, agent, limit];
      const rows = await database.query<ItemRow>(workspace, LIST[order], values);
      const items = rows.map(({ item }) => item);
      if (items.length < limit) return { items, count: items.length };
      const counted = await database.query(workspace, COUNT, [workspace, agent]);
      // An item may have been acknowledged between the two reads.
      return { items, count: Math.max(items.length, Number(counted[0]?.["count"])) };
    },
    async readyItems({ workspace, agent }, items) {
      if (items.length === 0) return [];
      const values = [workspace, agent, items];
      const rows = await database.query<ItemRow>(workspace, ARE_READY, values);
      const ready = new Set(rows.map(({ item }) => item));
      return items.filter((item) => ready.has(item));
    },
  };
}
