import type { MailboxItem } from "../../domain/mailbox.ts";
import type { Store } from "../../ports/store.ts";
import type { Database } from "./database.ts";

const AT = "workspace = ? and agent = ?";
const FIND = `select item from mailbox where ${AT} and digest = ?`;
const LIST = {
  oldest: `select item from mailbox where ${AT} and ready_at is not null
    order by ready_at, item limit ?`,
  newest: `select item from mailbox where ${AT} and ready_at is not null
    order by ready_at desc, item desc limit ?`,
};
/** Bounded: it is counted with calls of tools, and nobody empties the mailbox of an agent for it. */
const COUNT = `select count(*) as count from
  (select 1 from mailbox where ${AT} and ready_at is not null limit 1001)`;
const IS_READY = `select item from mailbox where ${AT} and item = ? and ready_at is not null`;

type Row = Readonly<Record<string, unknown>>;

/** The reads of a mailbox as prepared statements: it is looked into with every call of a tool. */
export function createMailboxReads(
  db: Database,
): Pick<Store, "findMailboxItem" | "listMailbox" | "readyItems"> {
  const itemOf = (row: Row) => row["item"] as MailboxItem;
  return {
    async findMailboxItem({ workspace, agent, digest }) {
      const row = db.prepare(FIND).get(workspace, agent, digest);
      return row === undefined ? undefined : itemOf(row);
    },
    async listMailbox({ workspace, agent, order, limit }) {
      const items = db.prepare(LIST[order]).all(workspace, agent, limit).map(itemOf);
      if (items.length < limit) return { items, count: items.length };
      return { items, count: Number(db.prepare(COUNT).get(workspace, agent)?.["count"]) };
    },
    async readyItems({ workspace, agent }, items) {
      const isReady = db.prepare(IS_READY);
      return items.filter((item) => isReady.get(workspace, agent, item) !== undefined);
    },
  };
}
