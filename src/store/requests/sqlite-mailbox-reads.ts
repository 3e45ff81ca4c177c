import type { MailboxItem } from "../../domain/requests/mailbox.ts";
import type { Store } from "../../ports/store/store.ts";
import { type Database, withLimit } from "../sqlite/database.ts";
import { COUNT_MAILBOX, FIND_MAILBOX_ITEM, LIST_MAILBOX } from "./mailbox-sql.ts";

const IS_READY = `select item from mailbox
  where workspace = ? and agent = ? and item = ? and ready_at is not null`;

type Row = Readonly<Record<string, unknown>>;

/** The reads of a mailbox as prepared statements: every tool call uses them. */
export function createMailboxReads(
  db: Database,
): Pick<Store, "findMailboxItem" | "listMailbox" | "readyItems"> {
  const itemOf = (row: Row) => row["item"] as MailboxItem;
  return {
    async findMailboxItem({ workspace, agent, digest }) {
      const row = db.prepare(FIND_MAILBOX_ITEM).get(workspace, agent, digest);
      return row === undefined ? undefined : itemOf(row);
    },
    async listMailbox({ workspace, agent, order, limit }) {
      const list = db.prepare(withLimit(LIST_MAILBOX[order], limit));
      const items = list.all(workspace, agent).map(itemOf);
      if (items.length < limit) return { items, count: items.length };
      return { items, count: Number(db.prepare(COUNT_MAILBOX).get(workspace, agent)?.["count"]) };
    },
    async readyItems({ workspace, agent }, items) {
      const isReady = db.prepare(IS_READY);
      return items.filter((item) => isReady.get(workspace, agent, item) !== undefined);
    },
  };
}
