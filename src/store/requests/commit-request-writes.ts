import { type CommitWrite, each, insert, rows } from "../schema/commit-write.ts";
import { levelNumber } from "./rows.ts";

/* Requests, mailboxes, messages and conversations. */

const KEY = "workspace, id, agent, version integer";
const ENTRY = "workspace, agent, item";
const OF_ENTRY = "m.workspace = _r.workspace and m.agent = _r.agent and m.item = _r.item";
const CLOSING = "closed_at bigint, closed_by, reason";
/*
 * Names the agent as well, though the id is enough: while the table is small, the index by agents can
 * look as good as the key, and the plan that is made then is kept.
 */
const AT = `q.workspace = _r.workspace and q.id = _r.id and q.agent = _r.agent
  and q.version = _r.version - 1`;

/*
 * What closes a request does so within its time, and only what is due expires: by the database's
 * clock, which all nodes share.
 */
const IN_TIME = `(q.status <> 'open' or _r.status = 'open'
  or case when _r.status = 'expired' then q.expires_at <= _now
    else q.expires_at is null or q.expires_at > _now end)`;

const UNERASED = `m.workspace = _r.workspace and m.id = _r.id
  and m.conversation = _r.conversation and m.salt <> ''`;

/** Deliveries `o` of an item in which its text stands. */
const OF_ITEM = "o.workspace = _r.workspace and o.item = _r.id and o.text <> ''";

const COLUMNS = `workspace, id, status, version integer, agent, agent_name, conversation, asked,
  question, salt, created_at bigint, expires_at bigint, closed_at bigint, closed_by, answer, reason,
  tool, kind, action, digest, authorization, decision, sealed, rule, level integer, voters, approvers, trace, likeness,
  life_ms bigint`;
const NAMES = COLUMNS.replaceAll(/ (?:integer|bigint)/g, "").split(/,\s*/);
const DEFAULTS: Readonly<Record<string, string>> = {
  kind: "coalesce(r.kind, 'question')",
  level: `coalesce(r.level, ${levelNumber()})`,
};

export const REQUEST_WRITES = {
  "request.insert": {
    when: "rest",
    isMany: true,
    sql: `insert into requests (${NAMES.map(quoted).join(", ")})
      select ${NAMES.map((name) => DEFAULTS[name] ?? `r.${quoted(name)}`).join(", ")}
      from ${rows(COLUMNS.replace("authorization", quoted("authorization")))};`,
  },
  "question.update": {
    when: "if",
    isMany: true,
    sql: each(
      `${KEY}, status, ${CLOSING}, answer, expires_at bigint, life_ms bigint, asked`,
      `update requests q
        set status = _r.status, version = _r.version, closed_at = _r.closed_at,
          closed_by = _r.closed_by, answer = _r.answer, reason = _r.reason,
          expires_at = _r.expires_at, life_ms = _r.life_ms, asked = _r.asked
        where ${AT} and ${IN_TIME}`,
    ),
  },
  "authorization.update": {
    when: "if",
    isMany: true,
    sql: each(
      `${KEY}, status, ${CLOSING}, action, digest, "authorization", decision, level integer, voters,
        asked, rule, approvers`,
      `update requests q
        set status = _r.status, version = _r.version, closed_at = _r.closed_at,
          closed_by = _r.closed_by, reason = _r.reason, action = _r.action, digest = _r.digest,
          "authorization" = _r."authorization", decision = _r.decision, level = _r.level,
          voters = _r.voters, asked = _r.asked, rule = _r.rule, approvers = _r.approvers
        where ${AT} and ${IN_TIME}`,
    ),
  },
  "request.erase": {
    when: "if",
    sql: each(
      `${KEY}, asked, question, salt, closed_by, answer, reason, action, digest, "authorization",
        decision, erased_at bigint`,
      `with emptied as (update outbox o set text = ''
          where ${OF_ITEM} and exists (select from requests q where ${AT}))
      update requests q
        set version = _r.version, asked = _r.asked, question = _r.question, salt = _r.salt,
          closed_by = _r.closed_by, answer = _r.answer, reason = _r.reason, action = _r.action,
          digest = _r.digest, "authorization" = _r."authorization", decision = _r.decision,
          sealed = null, likeness = null, erased_at = _r.erased_at
        where ${AT}`,
    ),
  },
  "message.insert": {
    when: "rest",
    isMany: true,
    sql: `${insert(
      "messages",
      "workspace, id, conversation, sender, text, salt, created_at bigint, late_answer_to, corrects",
    )};`,
  },
  "message.erase": {
    when: "if",
    sql: each(
      "workspace, id, conversation, text",
      `with emptied as (update outbox o set text = ''
          where ${OF_ITEM} and exists (select from messages m where ${UNERASED}))
      update messages m set text = _r.text, salt = '' where ${UNERASED}`,
    ),
  },
  "conversation.insert": {
    when: "rest",
    isMany: true,
    sql: `${insert("conversations", "workspace, id, agent, title, created_at bigint")};`,
  },
  // Before the entry that takes the digest over.
  "mailbox.release": {
    when: "if",
    isMany: true,
    sql: each(
      `${ENTRY}, digest`,
      `update mailbox m set digest = null where ${OF_ENTRY} and m.digest = _r.digest`,
    ),
  },
  "mailbox.put": {
    when: "if",
    isMany: true,
    // In one order on all nodes: of two that wait for each other's rows, one would be undone.
    sql: `with done as (${insert("mailbox", `${ENTRY}, digest, ready_at bigint`)}
        order by r.agent, r.item on conflict do nothing returning agent, item)
      select array_agg(agent || ' ' || item) into _names from done;
      if cardinality(_names) = jsonb_array_length(_rows) then return earshot_all_1(_rows); end if;
      select array_agg(r.c) into _hit from ${rows("agent, item")}
        where r.agent || ' ' || r.item = any (_names);`,
  },
  "mailbox.ready": {
    when: "rest",
    isMany: true,
    sql: each(
      `${ENTRY}, ready_at bigint`,
      `update mailbox m set ready_at = _r.ready_at where ${OF_ENTRY}`,
    ),
  },
  "mailbox.remove": {
    when: "rest",
    isMany: true,
    sql: each(ENTRY, `delete from mailbox m where ${OF_ENTRY}`),
  },
  "mailbox.acknowledge": {
    when: "if",
    isMany: true,
    sql: each(ENTRY, `delete from mailbox m where ${OF_ENTRY} and m.ready_at is not null`),
  },
} as const satisfies Record<string, CommitWrite>;

/** The one column whose name is a word of SQL. */
function quoted(name: string): string {
  return name === "authorization" ? `"${name}"` : name;
}
