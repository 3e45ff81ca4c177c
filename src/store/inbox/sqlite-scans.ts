import type { DatabaseSync } from "node:sqlite";
import { formatId, type RequestId, type WorkspaceId } from "../../domain/id.ts";
import { alreadyOf } from "../../domain/inbox/already.ts";
import type { InboxItem } from "../../domain/inbox/inbox.ts";
import { isFound } from "../../domain/inbox/inbox-search.ts";
import { withWords } from "../../domain/inbox/item-words.ts";
import { present } from "../../domain/present.ts";
import type { Request } from "../../domain/requests/request.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Insights } from "../../ports/earshot/inbox.ts";
import type { Found, InboxReader, InsightsRead } from "../../ports/store/inbox-reader.ts";
import { rowToRequest } from "../requests/rows.ts";
import {
  earlierOf,
  MOST_COMPARED,
  MOST_LOOKED_AT,
  mostSimilar,
} from "../requests/similar-requests.ts";
import type { Row } from "../schema/tables.ts";
import { noRest, type Rest } from "../threads/rests.ts";
import { countNewest, ID_SLACK_MS, type RequestFacts } from "./count-insights.ts";
import type { InboxScans } from "./inbox-jobs.ts";
import { type InboxRow, toInboxItem } from "./rows.ts";
import { narrowing, searchedIds } from "./search-conditions.ts";
import { INBOX_ROWS } from "./sqlite-reads.ts";

/** So many are looked at before it rests. */
const WINDOW = 1_000;

type SearchInput = Parameters<InboxReader["search"]>[0];

const FLOOR = `select id from requests where workspace = ? and id < ?
  order by id desc limit 1 offset ?`;
const IS_BEHIND = "select 1 from requests where workspace = ? and id < ? limit 1";
const FIND = "select * from requests where workspace = ? and id = ?";
/** What people have decided and nobody has erased; what a rule said is no example. */
const DECIDED = `select * from requests
  where workspace = $workspace and id < $before and id >= $floor and kind = $kind
    and status in ('answered', 'approved', 'rejected', 'responded') and erased_at is null
    and (decision is null or json_extract(decision, '$.basis.kind') = 'people')
  order by id desc limit ${MOST_COMPARED}`;

const PAGE = 500;

const FACTS = `select r.id, r.kind, r.status, r.level, r.created_at, r.closed_at, r.agent,
    r.agent_name, json_extract(r.closed_by, '$.principal') as closer,
    json_extract(r.action, '$.tool') as tool,
    json_extract(r.decision, '$.basis.kind') as basis,
    json_type(r.authorization, '$.edit') is not null as edited,
    d.seen_at
  from requests r
  left join deliveries d on d.workspace = r.workspace and d.request = r.id
    and d.operator = json_extract(r.closed_by, '$.principal')
  where r.workspace = ? and r.id >= ? and r.id < ? and r.created_at >= ?
  order by r.id desc limit ?`;

/** `most`: so many requests one read looks at. `newRest`: of one read. */
export function createInboxScans(
  db: DatabaseSync,
  most = MOST_LOOKED_AT,
  newRest: () => Promise<Rest> = async () => noRest,
): InboxScans {
  /** The oldest of so many from a place on; empty where there are not so many. */
  function floorOf(workspace: WorkspaceId, before: string, count: number): string {
    return String(db.prepare(FLOOR).get(workspace, before, count - 1)?.["id"] ?? "");
  }

  /** The floor, where something that is sought in lies below it. */
  function lookedTo(input: SearchInput, floor: string): Pick<Found, "lookedTo"> {
    if (floor === searchedIds(input).last) return {};
    if (db.prepare(IS_BEHIND).get(input.workspace, floor) === undefined) return {};
    return { lookedTo: floor as RequestId };
  }

  function find(workspace: WorkspaceId, id: RequestId): Request | undefined {
    const row = db.prepare(FIND).get(workspace, id);
    return row === undefined ? undefined : rowToRequest(row as unknown as Row<"requests">);
  }

  function* found(
    { workspace, operator, search, now }: SearchInput,
    { before, floor }: { readonly before: string; readonly floor: string },
  ): Generator<InboxItem> {
    const { conditions, values } = narrowing(search, "like");
    const rows = db
      .prepare(`${INBOX_ROWS} where r.workspace = $workspace and r.id < $before
        and r.id >= $floor ${conditions} order by r.id desc`)
      .iterate({ workspace, operator, before, now: toMs(now), floor, ...values });
    for (const row of rows as unknown as Iterable<InboxRow>) {
      const request = rowToRequest(row);
      const item = toInboxItem(request, row);
      if (isFound({ request, item, now }, search)) yield withWords(item, request);
    }
  }

  /** So many at once, down to the oldest that one read looks at. */
  function* windows(input: SearchInput) {
    const { first, last } = searchedIds(input);
    let before = first;
    for (let left = most; left > 0 && before > last; left -= WINDOW) {
      const oldest = floorOf(input.workspace, before, Math.min(WINDOW, left));
      const isLast = oldest <= last;
      const floor = isLast ? last : oldest;
      yield { before, floor };
      before = floor;
    }
  }

  async function search(input: SearchInput): Promise<Found> {
    const rest = await newRest();
    const items: InboxItem[] = [];
    let looked = "";
    for (const window of windows(input)) {
      for (const item of found(input, window)) {
        items.push(item);
        if (items.length === input.limit) return { items };
      }
      looked = window.floor;
      await rest();
    }
    return { items, ...lookedTo(input, looked) };
  }

  return {
    search,
    similar({ workspace, id, limit }) {
      const request = find(workspace, id);
      if (request === undefined || request.erasedAt !== undefined) {
        return { similar: [], earlier: [] };
      }
      const { kind } = request;
      const rows = db
        .prepare(DECIDED)
        .all({ workspace, kind, before: id, floor: floorOf(workspace, id, most) });
      const decided = (rows as unknown as Row<"requests">[]).map(rowToRequest);
      return {
        similar: mostSimilar(request, decided).slice(0, limit),
        earlier: earlierOf(request, decided),
        ...present({ already: alreadyOf(request, decided) }),
      };
    },
    insights: async (input) => readInsights(db, { ...input, most }, await newRest()),
  };
}

async function readInsights(
  db: DatabaseSync,
  { workspace, ...of }: InsightsRead & { readonly most: number },
  rest: Rest,
): Promise<Insights> {
  const sinceMs = toMs(of.since);
  // Ids sort by time, so that the table's own order finds the place to end.
  const first = formatId("req", Math.max(sinceMs - ID_SLACK_MS, 0), { high: 0, low: 0 });
  const facts = db.prepare(FACTS);
  const read = async (before: string, limit: number) =>
    facts.all(workspace, first, before, sinceMs, limit) as unknown as (RequestFacts & {
      readonly id: string;
    })[];
  return await countNewest({ ...of, page: PAGE }, read, rest);
}
