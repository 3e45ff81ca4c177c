import { toMs } from "../../domain/timestamp.ts";
import {
  changes,
  changesIf,
  HIT,
  insert,
  inserts,
  namesOf,
  statement,
  type WriteTable,
} from "../schema/write-row.ts";
import { attentionToRow, linkToRow, subscriptionToRow } from "./rows.ts";

/** An account has one link in all workspaces, so links are made one at a time. */
const LINKS = "links";
const RIDE = `insert into riders (workspace, request, leader)
        select q.workspace, _r.request, q.id from requests q
        where q.workspace = _r.workspace and q.id = _r.leader and q.status = 'open'
        on conflict (workspace, request) do update set leader = excluded.leader`;

const SUBSCRIPTION = `workspace, agent, url, sealed, former, former_until bigint,
  created_at bigint, version integer`;
const RENEWED = ["url", "sealed", "former", "former_until", "version"]
  .map((name) => `${name} = excluded.${name}`)
  .join(", ");

/** Where deliveries go, and which requests share an answer. */
export const LINK_WRITES: WriteTable<"link" | "attention" | "rider" | "subscription"> = {
  "link.insert": {
    ...inserts(
      "links",
      `workspace, id, channel, chat, thread, operator, account, name, rank integer,
      created_at bigint, created_by, heard_at bigint, device`,
    ),
    toEntry: (_, { link }) => ({ rows: [linkToRow(link)], places: [LINKS] }),
  },
  "link.heard": {
    isMany: true,
    ...changes(
      "workspace, channel, chat, at bigint",
      `update links l set heard_at = greatest(coalesce(l.heard_at, 0), _r.at)
        where l.workspace = _r.workspace and l.channel = _r.channel and l.chat = _r.chat`,
      `update links set heard_at = max(coalesce(heard_at, 0), _r.at)
        where workspace = _r.workspace and channel = _r.channel and chat = _r.chat`,
    ),
    toEntry: (workspace, { channel, chatId, at }) => ({
      rows: [{ workspace, channel, chat: chatId, at: toMs(at) }],
      places: [`${workspace} heard ${channel} ${chatId}`],
    }),
  },
  "link.rank": {
    ...changesIf(
      "workspace, id, rank integer",
      `update links l set rank = _r.rank where l.workspace = _r.workspace and l.id = _r.id`,
    ),
    toEntry: (workspace, { id, rank }) => ({
      rows: [{ workspace, id, rank }],
      places: [`${workspace} ${id}`],
    }),
  },
  "link.remove": {
    ...changesIf(
      "workspace, id",
      "delete from links l where l.workspace = _r.workspace and l.id = _r.id",
    ),
    toEntry: (workspace, { id }) => ({
      rows: [{ workspace, id }],
      places: [`${workspace} ${id}`],
    }),
  },
  "attention.put": {
    ...inserts("attention", "workspace, operator, body", {
      conflict: `
      on conflict (workspace, operator) do update set body = excluded.body`,
    }),
    toEntry(workspace, { attention }) {
      const row = attentionToRow(workspace, attention);
      return { rows: [row], places: [`${workspace} attention ${row.operator}`] };
    },
  },
  "subscription.put": {
    when: "if",
    sql: `if (select version from subscriptions where workspace = _one->>'workspace'
          and agent = _one->>'agent') is distinct from (_one->>'former_version')::integer then
        return null;
      end if;
      ${insert("subscriptions", SUBSCRIPTION)}
      on conflict (workspace, agent) do update set ${RENEWED}; ${HIT}`,
    sqlite: statement(`insert into subscriptions (${namesOf(SUBSCRIPTION).join(", ")})
      select ${namesOf(SUBSCRIPTION)
        .map((name) => `_r.${name}`)
        .join(", ")}
      where _r.former_version is (select version from subscriptions
        where workspace = _r.workspace and agent = _r.agent)
      on conflict (workspace, agent) do update set ${RENEWED}`),
    toEntry(workspace, { subscription }) {
      const { agent, version } = subscription;
      const row = { ...subscriptionToRow(subscription), workspace };
      return {
        rows: [{ ...row, former_version: version === 1 ? null : version - 1 }],
        places: [`${workspace} subscription ${agent}`],
      };
    },
  },
  "subscription.remove": {
    ...changesIf(
      "workspace, agent",
      "delete from subscriptions s where s.workspace = _r.workspace and s.agent = _r.agent",
    ),
    toEntry: (workspace, { agent }) => ({
      rows: [{ workspace, agent }],
      places: [`${workspace} subscription ${agent}`],
    }),
  },
  "rider.put": {
    ...changesIf("workspace, request, leader", RIDE),
    toEntry: (workspace, { leader, request }) => ({
      rows: [{ workspace, leader, request }],
      places: [`${workspace} ${leader}`, `${workspace} rider ${request}`],
    }),
  },
  "rider.remove": {
    ...changes(
      "workspace, request",
      "delete from riders p where p.workspace = _r.workspace and p.request = _r.request",
    ),
    toEntry: (workspace, { request }) => ({
      rows: [{ workspace, request }],
      places: [`${workspace} rider ${request}`],
    }),
  },
};
