import type { WorkspaceId } from "../../domain/id.ts";
import type { MailboxRef } from "../../domain/requests/mailbox.ts";
import type { Request } from "../../domain/requests/request.ts";
import { toMs } from "../../domain/timestamp.ts";
import { likenessToColumn } from "../hub/shared-question-sql.ts";
import {
  changes,
  changesIf,
  type Entry,
  insert,
  inserts,
  rows,
  type SqliteWrite,
  statement,
  statements,
  type WriteOf,
  type WriteRow,
  type WriteTable,
} from "../schema/write-row.ts";
import { conversationToRow, messageToRow } from "./message-rows.ts";
import {
  askedBackToRow,
  askedToColumn,
  authorizationToRow,
  closingToRow,
  heldToRow,
  levelNumber,
  requestToRow,
  timeToRow,
} from "./rows.ts";

const KEY = "workspace, id, agent, version integer";
const ITEM = "workspace, agent, item";
const OF_ENTRY = "m.workspace = _r.workspace and m.agent = _r.agent and m.item = _r.item";
const CLOSING = "closed_at bigint, closed_by, reason";
const HOLDING = "held, held_until bigint";
/*
 * Names the agent too, though the id is enough. While the table is small, the index by agents can look
 * as good as the key, and the plan made then is kept.
 */
const AT = `q.workspace = _r.workspace and q.id = _r.id and q.agent = _r.agent
  and q.version = _r.version - 1`;

/*
 * A request closes only within its time, or by a decision that was held within it, and expires only
 * when it is due. All go by the database's clock, which all nodes share.
 */
const IN_TIME = `(q.status <> 'open'
  or (_r.status = 'open' and (_r.held is null or q.held is not null))
  or case when _r.status = 'expired' then q.held is null and q.expires_at <= _now
    else q.held is not null or q.expires_at is null or q.expires_at > _now end)`;
/** A change beside a held decision leaves it as it is. */
const HELD = `held = case when _r.held_until is null then null else coalesce(_r.held, q.held) end,
          held_until = _r.held_until`;

const UNERASED = `m.workspace = _r.workspace and m.id = _r.id
  and m.conversation = _r.conversation and m.salt <> ''`;

/** Deliveries `o` that hold the text of an item. */
const OF_ITEM = "o.workspace = _r.workspace and o.item = _r.id and o.text <> ''";
/** Removes the text of an item from its deliveries. */
const EMPTY_DELIVERIES = `update outbox o set text = ''
          where ${OF_ITEM}`;

const COLUMNS = `workspace, id, status, version integer, agent, agent_name, conversation, asked,
  question, salt, created_at bigint, expires_at bigint, closed_at bigint, closed_by, answer, reason,
  tool, kind, action, digest, authorization, decision, sealed, rule, level integer, voters, approvers, trace, likeness,
  life_ms bigint, notify, asked_back`;
const NAMES = COLUMNS.replaceAll(/ (?:integer|bigint)/g, "").split(/,\s*/);
/** The columns that a question leaves empty. */
const NO_AUTHORIZATION = {
  action: null,
  digest: null,
  authorization: null,
  decision: null,
  level: null,
  voters: null,
  rule: null,
  approvers: null,
} as const satisfies Record<keyof ReturnType<typeof authorizationToRow>, null>;

function insertOf(names: readonly string[]): SqliteWrite {
  const values = names.map((name) => `_r.${quoted(name)}`).join(", ");
  return statement(`insert into requests (${names.map(quoted).join(", ")}) values (${values})`);
}

const insertAuthorization = insertOf(NAMES);
/** Without what a question leaves empty: each value costs time to bind. */
const insertQuestion = insertOf(NAMES.filter((name) => !isOfAuthorization(name)));

/** The columns of a new request, with defaults for a question. */
function given(): string {
  const others: Readonly<Record<string, string>> = {
    kind: "coalesce(r.kind, 'question')",
    level: `coalesce(r.level, ${levelNumber()})`,
  };
  return NAMES.map((name) => others[name] ?? `r.${quoted(name)}`).join(", ");
}

const UPDATE_QUESTION = `update requests q
        set status = _r.status, version = _r.version, closed_at = _r.closed_at,
          closed_by = _r.closed_by, answer = _r.answer, reason = _r.reason,
          expires_at = _r.expires_at, life_ms = _r.life_ms, asked = _r.asked,
          asked_back = _r.asked_back, ${HELD}
        where ${AT}`;
const UPDATE_AUTHORIZATION = `update requests q
        set status = _r.status, version = _r.version, closed_at = _r.closed_at,
          closed_by = _r.closed_by, reason = _r.reason, action = _r.action, digest = _r.digest,
          "authorization" = _r."authorization", decision = _r.decision, level = _r.level,
          voters = _r.voters, asked = _r.asked, rule = _r.rule, approvers = _r.approvers,
          asked_back = _r.asked_back, ${HELD}
        where ${AT}`;
const ERASE_REQUEST = `update requests q
        set version = _r.version, asked = _r.asked, question = _r.question, salt = _r.salt,
          closed_by = _r.closed_by, answer = _r.answer, reason = _r.reason, action = _r.action,
          digest = _r.digest, "authorization" = _r."authorization", decision = _r.decision,
          sealed = null, likeness = null, notify = null, asked_back = _r.asked_back,
          held = null, held_until = null,
          erased_at = _r.erased_at
        where ${AT}`;
const ERASE_MESSAGE = `update messages m set text = _r.text, salt = '' where ${UNERASED}`;
const ENTRY = `${ITEM}, digest, ready_at bigint`;

type Table = Omit<
  WriteTable<"request" | "message" | "conversation" | "mailbox">,
  "request.update"
> & {
  readonly [Kind in "question.update" | "authorization.update"]: WriteRow<
    WriteOf<"request.update">
  >;
};

/** Requests, mailboxes, messages and conversations. */
export const REQUEST_WRITES: Table = {
  "request.insert": {
    unlocked: "new",
    when: "rest",
    isMany: true,
    sql: `insert into requests (${NAMES.map(quoted).join(", ")})
      select ${given()}
      from ${rows(COLUMNS.replace("authorization", quoted("authorization")))};`,
    sqlite: (db, row) => ("kind" in row ? insertAuthorization : insertQuestion)(db, row),
    toEntry: (workspace, write) => ({
      rows: [insertedRow(write)],
      places: [`${workspace} ${write.request.id}`],
    }),
  },
  "question.update": {
    isMany: true,
    ...changesIf(
      `${KEY}, status, ${CLOSING}, answer, expires_at bigint, life_ms bigint, asked, asked_back,
        ${HOLDING}`,
      `${UPDATE_QUESTION} and ${IN_TIME}`,
      UPDATE_QUESTION,
    ),
    toEntry: updateEntry,
  },
  "authorization.update": {
    isMany: true,
    ...changesIf(
      `${KEY}, status, ${CLOSING}, action, digest, "authorization", decision, level integer, voters,
        asked, rule, approvers, asked_back, ${HOLDING}`,
      `${UPDATE_AUTHORIZATION} and ${IN_TIME}`,
      UPDATE_AUTHORIZATION,
    ),
    toEntry: updateEntry,
  },
  "request.erase": {
    ...changesIf(
      `${KEY}, asked, question, salt, closed_by, answer, reason, action, digest, "authorization",
        decision, erased_at bigint, asked_back`,
      `with emptied as (${EMPTY_DELIVERIES} and exists (select from requests q where ${AT}))
      ${ERASE_REQUEST}`,
      statements(ERASE_REQUEST, EMPTY_DELIVERIES),
    ),
    toEntry: (workspace, { request }) => ({
      rows: [erasedRow(workspace, request)],
      places: [`${workspace} ${request.id}`],
    }),
  },
  "message.insert": {
    unlocked: "new",
    isMany: true,
    ...inserts(
      "messages",
      "workspace, id, conversation, sender, text, salt, created_at bigint, late_answer_to, corrects, asks_back",
    ),
    toEntry: messageEntry,
  },
  "message.erase": {
    ...changesIf(
      "workspace, id, conversation, text",
      `with emptied as (${EMPTY_DELIVERIES} and exists (select from messages m where ${UNERASED}))
      ${ERASE_MESSAGE}`,
      statements(ERASE_MESSAGE, EMPTY_DELIVERIES),
    ),
    toEntry: messageEntry,
  },
  "conversation.insert": {
    unlocked: "new",
    isMany: true,
    ...inserts("conversations", "workspace, id, agent, title, created_at bigint"),
    toEntry: (workspace, { conversation }) => ({
      rows: [conversationToRow(conversation)],
      places: [`${workspace} ${conversation.id}`],
    }),
  },
  // Comes before the entry that takes over the digest.
  "mailbox.release": {
    isMany: true,
    ...changesIf(
      `${ITEM}, digest`,
      `update mailbox m set digest = null where ${OF_ENTRY} and m.digest = _r.digest`,
    ),
    toEntry: (_, { ref, digest }) => ({
      rows: [{ ...rowOf(ref), digest }],
      places: [placeOf(ref), digestOf(ref, digest)],
    }),
  },
  "mailbox.put": {
    unlocked: "in_order",
    when: "if",
    isMany: true,
    // In the same order on all nodes. If two waited for each other's rows, one would be undone.
    sql: `with done as (${insert("mailbox", ENTRY)}
        order by r.agent, r.item on conflict do nothing returning agent, item)
      select array_agg(agent || ' ' || item) into _names from done;
      if cardinality(_names) = jsonb_array_length(_rows) then return earshot_all_2(_rows); end if;
      select array_agg(r.c) into _hit from ${rows("agent, item")}
        where r.agent || ' ' || r.item = any (_names);`,
    sqlite: inserts("mailbox", ENTRY, { conflict: " on conflict do nothing" }).sqlite,
    toEntry(_, { entry }) {
      const { digest, readyAt } = entry;
      const ready_at = readyAt === undefined ? null : toMs(readyAt);
      return {
        rows: [{ ...rowOf(entry), digest, ready_at }],
        places: [placeOf(entry), ...(digest === undefined ? [] : [digestOf(entry, digest)])],
      };
    },
  },
  "mailbox.ready": {
    isMany: true,
    ...changes(
      `${ITEM}, ready_at bigint`,
      `update mailbox m set ready_at = _r.ready_at where ${OF_ENTRY}`,
    ),
    toEntry: (_, { ref, readyAt }) => ({
      rows: [{ ...rowOf(ref), ready_at: toMs(readyAt) }],
      places: [placeOf(ref)],
    }),
  },
  "mailbox.remove": {
    isMany: true,
    ...changes(ITEM, `delete from mailbox m where ${OF_ENTRY}`),
    toEntry: refEntry,
  },
  "mailbox.acknowledge": {
    isMany: true,
    ...changesIf(ITEM, `delete from mailbox m where ${OF_ENTRY} and m.ready_at is not null`),
    toEntry: refEntry,
  },
};

/** Quotes the one column whose name is a word of SQL. */
function quoted(name: string): string {
  return name === "authorization" ? `"${name}"` : name;
}

function isOfAuthorization(name: string): boolean {
  return name === "kind" || name === "sealed" || name in NO_AUTHORIZATION;
}

function insertedRow({ request, sealed, trace, likeness }: WriteOf<"request.insert">): object {
  const row = { ...requestToRow(request), trace, likeness: likenessToColumn(likeness) };
  if (request.kind === "question") return row;
  return { ...row, kind: request.kind, ...authorizationToRow(request), sealed };
}

function updateEntry(workspace: WorkspaceId, { request, held }: WriteOf<"request.update">): Entry {
  const { id, agent, version, status } = request;
  const asked = askedToColumn(request.to);
  const base = { workspace, id, agent, version, status, asked };
  const row = { ...base, ...closingToRow(request), ...askedBackToRow(request) };
  const more = request.kind === "question" ? timeToRow(request) : authorizationToRow(request);
  return {
    rows: [{ ...row, ...more, ...heldToRow(request, held) }],
    places: [`${workspace} ${id}`],
  };
}

function erasedRow(workspace: WorkspaceId, request: Request): object {
  const { id, agent, version, erasedAt } = request;
  const { asked, question, salt } = requestToRow(request);
  const authorization =
    request.kind === "question" ? NO_AUTHORIZATION : authorizationToRow(request);
  return {
    workspace,
    id,
    agent,
    version,
    asked,
    question,
    salt,
    ...closingToRow(request),
    ...authorization,
    erased_at: erasedAt === undefined ? null : toMs(erasedAt),
    ...askedBackToRow(request),
  };
}

function messageEntry(
  workspace: WorkspaceId,
  { message }: WriteOf<"message.insert" | "message.erase">,
): Entry {
  const row = messageToRow(message);
  return { rows: [{ ...row, workspace }], places: [`${workspace} ${row.id}`] };
}

function refEntry(_: WorkspaceId, { ref }: { readonly ref: MailboxRef }): Entry {
  return { rows: [rowOf(ref)], places: [placeOf(ref)] };
}

function rowOf({ workspace, agent, item }: MailboxRef) {
  return { workspace, agent, item };
}

/** The same place as the request has: closing it changes both. */
function placeOf({ workspace, item }: MailboxRef): string {
  return `${workspace} ${item}`;
}

function digestOf({ workspace, agent }: MailboxRef, digest: string): string {
  return `${workspace} ${agent} ${digest}`;
}
