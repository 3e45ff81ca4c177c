import { type CommitWrite, each, insert, rows } from "../schema/commit-write.ts";
import {
  deliveriesOf,
  goOn,
  hastenColumns,
  IS_HELD,
  IS_SETTLED,
  recount,
  settleColumns,
} from "./texts.ts";

/* Deliveries, where they go, and which requests share an answer. */

const CHANGEABLE = `shard integer, channel, chat, thread, operator, status, job, due_at bigint,
  held_for, behind, attempts integer, nonce, error, body, sent_at bigint, version integer`;
const ROW = `workspace, id, item, agent, text, created_at bigint, ${CHANGEABLE}`;
const POSTS = "post_chat, posts jsonb";
const NAMES = CHANGEABLE.replaceAll(/ (?:integer|bigint)/g, "").split(/,\s*/);
const OF_ITEM = "workspace = _r.workspace and item = _r.item";
const ITEM = { workspace: "_r.workspace", item: "_r.item" };
const RECOUNT = recount({ ...ITEM, at: "_r.at" });
/** Those behind the row's delivery, which is about to end. */
const ENDING = `select l.id from outbox l where l.workspace = _r.workspace and l.id = _r.id
  and l.version = _r.version - 1 and _r.status in ('failed', 'dropped')`;

export const HUB_WRITES = {
  "outbox.put": {
    when: "if",
    isMany: true,
    // The rest comes first, on the same condition: the last statement says whether it held.
    sql: each(
      `workspace, id, text, ${CHANGEABLE}, ${POSTS}`,
      `insert into outbox_posts (workspace, delivery, channel, chat, message)
        select o.workspace, o.id, _r.channel, _r.post_chat, p.message
        from outbox o, jsonb_array_elements_text(_r.posts) as p (message)
        where o.workspace = _r.workspace and o.id = _r.id and o.version = _r.version - 1
        on conflict do nothing;
      ${goOn({ ...ITEM, leaders: ENDING })};
      update outbox o
        set ${NAMES.map((name) => `${name} = _r.${name}`).join(", ")},
          text = case when o.text = '' then o.text else _r.text end
        where o.workspace = _r.workspace and o.id = _r.id and o.version = _r.version - 1`,
    ),
  },
  // Before what the same change inserts: that is not settled with the rest.
  "outbox.settle": {
    when: "rest",
    isMany: true,
    sql: each(
      "workspace, item, at bigint",
      `${RECOUNT};
      update outbox set ${settleColumns("_r.at")} where ${OF_ITEM} and ${IS_SETTLED};
      ${goOn({ ...ITEM, leaders: deliveriesOf(ITEM) })}`,
    ),
  },
  "outbox.hasten": {
    when: "rest",
    isMany: true,
    sql: each(
      "workspace, item, operator, held_for, at bigint",
      `${RECOUNT} and _r.held_for = 'alike';
      update outbox set ${hastenColumns("_r.at")}
        where ${OF_ITEM} and ${IS_HELD} and held_for = _r.held_for
          and (_r.operator is null or id = (select n.id from outbox n
            where ${OF_ITEM} and ${IS_HELD} and held_for = _r.held_for
              and operator = _r.operator order by n.due_at, n.id limit 1))`,
    ),
  },
  "outbox.insert": {
    when: "rest",
    isMany: true,
    sql: `${insert("outbox", ROW)};
      insert into outbox_posts (workspace, delivery, channel, chat, message)
        select r.workspace, r.id, r.channel, r.post_chat, p.message
        from ${rows(`workspace, id, channel, ${POSTS}`)},
          jsonb_array_elements_text(r.posts) as p (message)
        on conflict do nothing;`,
  },
  "link.insert": {
    when: "rest",
    sql: `${insert(
      "links",
      `workspace, id, channel, chat, thread, operator, account, name, rank integer,
      created_at bigint, created_by, heard_at bigint`,
    )};`,
  },
  "link.heard": {
    when: "rest",
    isMany: true,
    sql: each(
      "workspace, channel, chat, at bigint",
      `update links l set heard_at = greatest(coalesce(l.heard_at, 0), _r.at)
        where l.workspace = _r.workspace and l.channel = _r.channel and l.chat = _r.chat`,
    ),
  },
  "link.rank": {
    when: "if",
    sql: each(
      "workspace, id, rank integer",
      `update links l set rank = _r.rank where l.workspace = _r.workspace and l.id = _r.id`,
    ),
  },
  "link.remove": {
    when: "if",
    sql: each(
      "workspace, id",
      "delete from links l where l.workspace = _r.workspace and l.id = _r.id",
    ),
  },
  "attention.put": {
    when: "rest",
    sql: `${insert("attention", "workspace, operator, body")}
      on conflict (workspace, operator) do update set body = excluded.body;`,
  },
  "rider.put": {
    when: "if",
    sql: each(
      "workspace, request, leader",
      `insert into riders (workspace, request, leader)
        select q.workspace, _r.request, q.id from requests q
        where q.workspace = _r.workspace and q.id = _r.leader and q.status = 'open'
        on conflict (workspace, request) do update set leader = excluded.leader`,
    ),
  },
  "rider.remove": {
    when: "rest",
    sql: each(
      "workspace, request",
      "delete from riders p where p.workspace = _r.workspace and p.request = _r.request",
    ),
  },
} as const satisfies Record<string, CommitWrite>;
