import { toMs } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Database } from "../sqlite/database.ts";
import { insertRow } from "../sqlite/insert-row.ts";
import { attentionToRow, linkToRow } from "./rows.ts";

export type LinkWrite = Extract<
  Write,
  { readonly type: `${"link" | "attention" | "rider"}.${string}` }
>;

const HEAR = `update links set heard_at = max(coalesce(heard_at, 0), ?)
  where workspace = ? and channel = ? and chat = ?`;
const RANK = "update links set rank = ? where workspace = ? and id = ?";
const REMOVE = "delete from links where workspace = ? and id = ?";
const ATTEND = `insert into attention (workspace, operator, body) values (?, ?, ?)
  on conflict (workspace, operator) do update set body = excluded.body`;
const RIDE = `insert into riders (workspace, request, leader)
  select workspace, ?, id from requests where workspace = ? and id = ? and status = 'open'
  on conflict (workspace, request) do update set leader = excluded.leader`;
const ALIGHT = "delete from riders where workspace = ? and request = ?";

/** Where deliveries go, and which requests share an answer; false where a condition does not hold. */
export function writeLink(db: Database, workspace: string, write: LinkWrite): boolean {
  switch (write.type) {
    case "link.insert":
      insertRow(db, "links", linkToRow(write.link));
      return true;
    case "link.heard":
      db.prepare(HEAR).run(toMs(write.at), workspace, write.channel, write.chatId);
      return true;
    case "link.rank":
      return db.prepare(RANK).run(write.rank, workspace, write.id).changes === 1;
    case "link.remove":
      return db.prepare(REMOVE).run(workspace, write.id).changes === 1;
    case "attention.put": {
      const { operator, body } = attentionToRow(workspace, write.attention);
      db.prepare(ATTEND).run(workspace, operator, body);
      return true;
    }
    case "rider.put":
      return db.prepare(RIDE).run(write.request, workspace, write.leader).changes === 1;
    case "rider.remove":
      db.prepare(ALIGHT).run(workspace, write.request);
      return true;
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}
