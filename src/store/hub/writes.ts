import type { Delivery } from "../../domain/hub/delivery.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Database } from "../sqlite/database.ts";
import { insertRow } from "../sqlite/insert-row.ts";
import { deliveryToRow, postRows } from "./rows.ts";
import {
  deliveriesOf,
  goOn,
  hastenColumns,
  IS_HELD,
  IS_SETTLED,
  recount,
  settleColumns,
} from "./texts.ts";

export type OutboxWrite = Extract<Write, { readonly type: `outbox.${string}` }>;
type Of<Type extends OutboxWrite["type"]> = Extract<OutboxWrite, { readonly type: Type }>;

const STATE = `text = case when text = '' then text else ? end,
  status = ?, job = ?, due_at = ?, held_for = ?, behind = ?, attempts = ?, error = ?, body = ?, sent_at = ?,
  version = ?`;
const PLACE = "workspace = ? and id = ? and version = ?";
const PUT = `update outbox
  set shard = ?, channel = ?, chat = ?, thread = ?, operator = ?, nonce = ?, ${STATE}
  where ${PLACE}`;
/*
 * SQLite writes the entries of an index anew for every column that an update names, whatever its
 * value: where a delivery goes stays the same, and is named only where it does not.
 */
const GOES_THERE =
  "shard = ? and channel = ? and chat = ? and thread is ? and operator is ? and nonce = ?";
const PUT_THERE = `update outbox set ${STATE} where ${PLACE} and ${GOES_THERE}`;
/** Of an attempt that begins, which each post and edit commits once before all else. */
const PUT_BEGUN = `update outbox set attempts = ?, error = ?, body = ?, version = ?
  where ${PLACE} and ${GOES_THERE}
    and status = ? and job is ? and due_at is ? and held_for is ? and behind is ? and sent_at is ?
    and (text = '' or text is ?)`;
const POST = `insert into outbox_posts (workspace, delivery, channel, chat, message)
  values (?, ?, ?, ?, ?) on conflict do nothing`;
const OF_ITEM = "workspace = ? and item = ?";
const SETTLE = `update outbox set ${settleColumns("?")} where ${OF_ITEM} and ${IS_SETTLED}`;
const HASTEN = `update outbox set ${hastenColumns("?")}
  where ${OF_ITEM} and ${IS_HELD} and held_for = ?`;
const HASTEN_OF = `${HASTEN} and id = (select id from outbox where ${OF_ITEM} and ${IS_HELD}
  and held_for = ? and operator = ? order by due_at, id limit 1)`;
const ITEM = { workspace: "$workspace", item: "$item" };
const RECOUNT = recount({ ...ITEM, at: "$at" });
const GO_ON = goOn({ ...ITEM, leaders: deliveriesOf(ITEM) });
const GO_ON_BEHIND = goOn({ ...ITEM, leaders: "$leader" });
const ERASE = `update outbox set text = '' where ${OF_ITEM} and text <> ''`;

/** Deliveries; false where a conditional write found another state. */
export function writeOutbox(db: Database, workspace: string, write: OutboxWrite): boolean {
  switch (write.type) {
    case "outbox.insert":
      insertRow(db, "outbox", deliveryToRow(write.delivery));
      putPosts(db, write.delivery);
      return true;
    case "outbox.put":
      return put(db, workspace, write.delivery);
    case "outbox.settle":
      db.prepare(RECOUNT).run({ workspace, item: write.item, at: toMs(write.at) });
      db.prepare(SETTLE).run(toMs(write.at), workspace, write.item);
      db.prepare(GO_ON).run({ workspace, item: write.item });
      return true;
    case "outbox.hasten":
      hasten(db, workspace, write);
      return true;
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}

/** Nothing of an item's text stays in what was delivered of it. */
export function eraseDeliveries(db: Database, workspace: string, item: string): void {
  db.prepare(ERASE).run(workspace, item);
}

function put(db: Database, workspace: string, delivery: Delivery): boolean {
  const row = deliveryToRow(delivery);
  const goes = [row.shard, row.channel, row.chat, row.thread, row.operator, row.nonce];
  const state = [
    row.text,
    row.status,
    row.job,
    row.due_at,
    row.held_for,
    row.behind,
    row.attempts,
    row.error,
    row.body,
    row.sent_at,
    row.version,
  ];
  const place = [workspace, row.id, row.version - 1];
  const begun = [
    row.attempts,
    row.error,
    row.body,
    row.version,
    ...place,
    ...goes,
    row.status,
    row.job,
    row.due_at,
    row.held_for,
    row.behind,
    row.sent_at,
    row.text,
  ];
  const isPut =
    (row.job !== null && db.prepare(PUT_BEGUN).run(...begun).changes === 1) ||
    db.prepare(PUT_THERE).run(...state, ...place, ...goes).changes === 1 ||
    db.prepare(PUT).run(...goes, ...state, ...place).changes === 1;
  if (!isPut) return false;
  putPosts(db, delivery);
  if (row.status === "failed" || row.status === "dropped") {
    db.prepare(GO_ON_BEHIND).run({ workspace, leader: row.id });
  }
  return true;
}

function putPosts(db: Database, delivery: Delivery): void {
  for (const { workspace, delivery: id, channel, chat, message } of postRows(delivery)) {
    db.prepare(POST).run(workspace, id, channel, chat, message);
  }
}

function hasten(db: Database, workspace: string, write: Of<"outbox.hasten">): void {
  const { item, heldFor, operator, at } = write;
  const held = [workspace, item, heldFor] as const;
  if (heldFor === "alike") db.prepare(RECOUNT).run({ workspace, item, at: toMs(at) });
  if (operator === undefined) db.prepare(HASTEN).run(toMs(at), ...held);
  else db.prepare(HASTEN_OF).run(toMs(at), ...held, ...held, operator);
}
