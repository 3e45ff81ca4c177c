import type { Delivery } from "../../domain/hub/delivery.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import { toMs } from "../../domain/timestamp.ts";
import {
  changes,
  changesIf,
  type Entry,
  insert,
  inserts,
  namesOf,
  rows,
  type SqliteWrite,
  statement,
  type WriteOf,
  type WriteTable,
} from "../schema/write-row.ts";
import {
  deliveriesOf,
  goOn,
  hastenColumns,
  IS_HELD,
  IS_SETTLED,
  recount,
  settleColumns,
} from "./delivery-sql.ts";
import { deliveryToRow } from "./rows.ts";

const CHANGEABLE = `shard integer, channel, chat, thread, operator, status, job, due_at bigint,
  held_for, behind, attempts integer, nonce, error, body, sent_at bigint, version integer`;
const ROW = `workspace, id, item, agent, text, created_at bigint, ${CHANGEABLE}`;
const POSTS = "post_chat, posts jsonb";
const OF_ITEM = "workspace = _r.workspace and item = _r.item";
const ITEM = { workspace: "_r.workspace", item: "_r.item" };
const RECOUNT = recount({ ...ITEM, at: "_r.at" });
/** The row's delivery, if this write ends it. */
const ENDING = `select l.id from outbox l where l.workspace = _r.workspace and l.id = _r.id
  and l.version = _r.version - 1 and _r.status in ('failed', 'dropped')`;

/* SQLite does some of these writes as several statements. */

interface DeliveryRow {
  readonly workspace: string;
  readonly id: string;
  readonly channel: string;
  readonly status: string;
  readonly job: string | null;
  readonly post_chat?: string;
  readonly posts?: readonly string[];
}

const STATE = `text = case when text = '' then text else _r.text end,
  status = _r.status, job = _r.job, due_at = _r.due_at, held_for = _r.held_for,
  behind = _r.behind, attempts = _r.attempts, error = _r.error, body = _r.body,
  sent_at = _r.sent_at, version = _r.version`;
const PLACE = "workspace = _r.workspace and id = _r.id and version = _r.version - 1";
const put = statement(`update outbox
  set shard = _r.shard, channel = _r.channel, chat = _r.chat, thread = _r.thread,
    operator = _r.operator, nonce = _r.nonce, ${STATE}
  where ${PLACE}`);
/*
 * SQLite rewrites the index entries of every column that an update names, even if the value is the same.
 * So the columns of the address are named only if the address changes.
 */
const GOES_THERE = `shard = _r.shard and channel = _r.channel and chat = _r.chat
  and thread is _r.thread and operator is _r.operator and nonce = _r.nonce`;
const putThere = statement(`update outbox set ${STATE} where ${PLACE} and ${GOES_THERE}`);
/** The start of an attempt, which each post and edit commits first. */
const putBegun = statement(`update outbox
  set attempts = _r.attempts, error = _r.error, body = _r.body, version = _r.version
  where ${PLACE} and ${GOES_THERE}
    and status = _r.status and job is _r.job and due_at is _r.due_at
    and held_for is _r.held_for and behind is _r.behind and sent_at is _r.sent_at
    and (text = '' or text is _r.text)`);
const post = statement(`insert into outbox_posts (workspace, delivery, channel, chat, message)
  values (_r.workspace, _r.id, _r.channel, _r.post_chat, _r.message) on conflict do nothing`);
const goOnBehind = statement(goOn({ ...ITEM, leaders: "_r.id" }));

const putPosts: SqliteWrite = (db, row) => {
  const { workspace, id, channel, post_chat, posts = [] } = row as DeliveryRow;
  for (const message of posts) post(db, { workspace, id, channel, post_chat, message });
  return true;
};

const putDelivery: SqliteWrite = (db, row) => {
  const { job, status } = row as DeliveryRow;
  const isPut = (job !== null && putBegun(db, row)) || putThere(db, row) || put(db, row);
  if (!isPut) return false;
  putPosts(db, row);
  if (status === "failed" || status === "dropped") goOnBehind(db, row);
  return true;
};

const insertDelivery = inserts("outbox", ROW).sqlite;

const recountItem = statement(RECOUNT);
const SETTLE = `update outbox set ${settleColumns("_r.at")} where ${OF_ITEM} and ${IS_SETTLED}`;
const GO_ON = goOn({ ...ITEM, leaders: deliveriesOf(ITEM) });
const settleAll = [RECOUNT, SETTLE, GO_ON].map(statement);

const HASTEN = `update outbox set ${hastenColumns("_r.at")}
        where ${OF_ITEM} and ${IS_HELD} and held_for = _r.held_for`;
const hastenItem = statement(HASTEN);
const hastenOf =
  statement(`${HASTEN} and id = (select id from outbox where ${OF_ITEM} and ${IS_HELD}
  and held_for = _r.held_for and operator = _r.operator order by due_at, id limit 1)`);

const hasten: SqliteWrite = (db, row) => {
  const { operator, held_for } = row as {
    readonly operator?: string;
    readonly held_for: string;
  };
  if (held_for === "alike") recountItem(db, row);
  return operator === undefined ? hastenItem(db, row) : hastenOf(db, row);
};

/** Deliveries. */
export const DELIVERY_WRITES: WriteTable<"outbox"> = {
  "outbox.put": {
    isMany: true,
    // The main update comes last: it says whether the condition of them all held.
    ...changesIf(
      `workspace, id, text, ${CHANGEABLE}, ${POSTS}`,
      `insert into outbox_posts (workspace, delivery, channel, chat, message)
        select o.workspace, o.id, _r.channel, _r.post_chat, p.message
        from outbox o, jsonb_array_elements_text(_r.posts) as p (message)
        where o.workspace = _r.workspace and o.id = _r.id and o.version = _r.version - 1
        on conflict do nothing;
      ${goOn({ ...ITEM, leaders: ENDING })};
      update outbox o
        set ${namesOf(CHANGEABLE)
          .map((name) => `${name} = _r.${name}`)
          .join(", ")},
          text = case when o.text = '' then o.text else _r.text end
        where o.workspace = _r.workspace and o.id = _r.id and o.version = _r.version - 1`,
      putDelivery,
    ),
    toEntry: deliveryEntry,
  },
  // Before inserts of the same change, which must not be settled too.
  "outbox.settle": {
    isMany: true,
    ...changes(
      "workspace, item, at bigint",
      `${RECOUNT};
      ${SETTLE};
      ${GO_ON}`,
      (db, row) => {
        for (const settle of settleAll) settle(db, row);
        return true;
      },
    ),
    toEntry: (workspace, { item, at }) => ({
      rows: [{ workspace, item, at: toMs(at) }],
      places: [`${workspace} ${item}`],
    }),
  },
  "outbox.hasten": {
    isMany: true,
    ...changes(
      "workspace, item, operator, held_for, at bigint",
      `${RECOUNT} and _r.held_for = 'alike';
      ${HASTEN}
          and (_r.operator is null or id = (select n.id from outbox n
            where ${OF_ITEM} and ${IS_HELD} and held_for = _r.held_for
              and operator = _r.operator order by n.due_at, n.id limit 1))`,
      hasten,
    ),
    toEntry: (workspace, { item, heldFor, operator, at }) => ({
      rows: [{ workspace, item, operator, held_for: heldFor, at: toMs(at) }],
      places: [`${workspace} ${item}`],
    }),
  },
  "outbox.insert": {
    unlocked: "new",
    when: "rest",
    isMany: true,
    sql: `${insert("outbox", ROW)};
      insert into outbox_posts (workspace, delivery, channel, chat, message)
        select r.workspace, r.id, r.channel, r.post_chat, p.message
        from ${rows(`workspace, id, channel, ${POSTS}`)},
          jsonb_array_elements_text(r.posts) as p (message)
        on conflict do nothing;`,
    sqlite: (db, row) => insertDelivery(db, row) && putPosts(db, row),
    toEntry: deliveryEntry,
  },
};

function deliveryEntry(
  workspace: WorkspaceId,
  { delivery }: WriteOf<"outbox.insert" | "outbox.put">,
): Entry {
  return {
    rows: [deliveryRow(workspace, delivery)],
    places: [`${workspace} ${delivery.id}`],
    within: [`${workspace} ${delivery.item}`],
  };
}

function deliveryRow(workspace: WorkspaceId, delivery: Delivery): object {
  const { post } = delivery;
  const posts = post === undefined ? {} : { post_chat: post.chatId, posts: post.ids };
  return { ...deliveryToRow(delivery), workspace, ...posts };
}
