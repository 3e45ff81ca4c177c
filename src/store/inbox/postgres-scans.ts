import { formatId, type RequestId } from "../../domain/id.ts";
import { type Already, alreadyOf } from "../../domain/inbox/already.ts";
import type { InboxItem } from "../../domain/inbox/inbox.ts";
import { isFound } from "../../domain/inbox/inbox-search.ts";
import { withWords } from "../../domain/inbox/item-words.ts";
import { present } from "../../domain/present.ts";
import type { AuthorizationRequest, Request } from "../../domain/requests/request.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Insights, SimilarRequest } from "../../ports/earshot/inbox.ts";
import type { Compared, Found, InboxReader, InsightsRead } from "../../ports/store/inbox-reader.ts";
import { named } from "../postgres/numbered-values.ts";
import type { Reading, ReadRows } from "../postgres/reading.ts";
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
import { inboxPage } from "./postgres-reads.ts";
import { type InboxRow, toInboxItem } from "./rows.ts";
import { narrowing, searchedIds } from "./search-conditions.ts";

/** A request can come to half a megabyte: so many are held at once. */
const PAGE = 100;
/** So many one statement looks at: a request can be so long that with more it would take too long. */
const WINDOW = 1_000;

const FLOOR = named(`select id from requests where workspace = $workspace and id < $before
  order by id desc limit 1 offset $most - 1`);
const IS_BEHIND = named(
  "select 1 as one from requests where workspace = $workspace and id < $floor limit 1",
);
const FIND = named("select * from requests where workspace = $workspace and id = $id");
/** What people have decided and nobody has erased; what a rule said is no example. */
const DECIDED = named(`select * from requests
  where workspace = $workspace and id < $before and id >= $floor and kind = $kind
    and status in ('answered', 'approved', 'rejected', 'responded') and erased_at is null
    and (decision is null or ${jsonOf("decision")} -> 'basis' ->> 'kind' = 'people')
  order by id desc limit ${PAGE}`);

type SearchInput = Parameters<InboxReader["search"]>[0];
type SimilarInput = Parameters<InboxReader["similar"]>[0];
interface IdRow {
  readonly id: RequestId;
}

/** What one page of requests is read from: below `before`, and no older than `floor`. */
interface Place {
  readonly workspace: string;
  readonly before: string;
  readonly floor: string;
}

/** So many one statement looks into: a request can be so long that with more it would take too long. */
const INSIGHTS_PAGE = 500;

/* What comes out of JSON is JSON still: as text, the driver would take the mark of another form for one. */
const FACTS = named(`select r.id, r.kind, r.status, r.level, r.created_at, r.closed_at, r.agent,
    r.agent_name, ${jsonOf("r.closed_by")} ->> 'principal' as closer,
    ${jsonOf("r.action")} -> 'tool' as tool,
    ${jsonOf("r.decision")} -> 'basis' -> 'kind' as basis,
    (${jsonOf("r.authorization")} -> 'edit' is not null)::integer as edited,
    d.seen_at
  from (select r.* from requests r
    where r.workspace = $workspace and r.id >= $first and r.id < $before
      and r.created_at >= $since
    order by r.id desc limit $limit) as r
  left join lateral (select seen_at from deliveries d where d.workspace = r.workspace
    and d.request = r.id and d.operator = ${jsonOf("r.closed_by")} ->> 'principal'
    limit 1) as d on true
  order by r.id desc`);

/** `most`: so many requests one read looks at. `newRest`: of one read. */
export function createInboxScans(
  reading: Reading,
  most = MOST_LOOKED_AT,
  newRest: () => Promise<Rest> = async () => noRest,
): InboxScans {
  async function search(read: ReadRows, input: SearchInput): Promise<Found> {
    const rest = await newRest();
    const items: InboxItem[] = [];
    let floor = "";
    for await (const place of windows(read, input, most)) {
      for await (const item of found(read, input, place)) {
        items.push(item);
        if (items.length === input.limit) return { items };
      }
      floor = place.floor;
      await rest();
    }
    return { items, ...(await lookedTo(read, input, floor)) };
  }

  async function compared(read: ReadRows, input: SimilarInput): Promise<Compared> {
    const { workspace, id, limit } = input;
    const [row] = await read<Row<"requests">>(FIND, { workspace, id });
    if (row === undefined || row.erased_at !== null) return { similar: [], earlier: [] };
    const request = rowToRequest(row);
    const floor = await floorOf(read, { workspace, before: id, most });
    let similar: readonly SimilarRequest[] = [];
    let earlier: readonly AuthorizationRequest[] = [];
    let already: Already | undefined;
    const place = { workspace, before: id, floor };
    for await (const page of decided(read, place, request.kind)) {
      const known = similar.map((similarOne) => similarOne.request);
      similar = mostSimilar(request, [...known, ...page]).slice(0, limit);
      earlier = earlierOf(request, [...earlier, ...page]);
      const sofar = already === undefined ? [] : [already.request];
      already = alreadyOf(request, [...sofar, ...page]);
    }
    return { similar, earlier, ...present({ already }) };
  }

  return {
    search: (input) => reading.within(input.workspace, (read) => search(read, input)),
    similar: (input) => reading.within(input.workspace, (read) => compared(read, input)),
    insights: (input) =>
      reading.within(input.workspace, async (read) =>
        readInsights(read, { ...input, most }, await newRest()),
      ),
  };
}

/** The oldest of so many from a place on; empty where there are not so many. */
async function floorOf(
  read: ReadRows,
  from: { readonly workspace: string; readonly before: string; readonly most: number },
): Promise<string> {
  const [row] = await read<IdRow>(FLOOR, from);
  return row?.id ?? "";
}

/** The floor, where something that is sought in lies below it. */
async function lookedTo(
  read: ReadRows,
  input: SearchInput,
  floor: string,
): Promise<Pick<Found, "lookedTo">> {
  if (floor === searchedIds(input).last) return {};
  const behind = await read(IS_BEHIND, { workspace: input.workspace, floor });
  return behind.length === 0 ? {} : { lookedTo: floor as RequestId };
}

async function* windows(read: ReadRows, input: SearchInput, most: number): AsyncGenerator<Place> {
  const { workspace } = input;
  const { first, last } = searchedIds(input);
  let before = first;
  for (let left = most; left > 0 && before > last; left -= WINDOW) {
    const oldest = await floorOf(read, { workspace, before, most: Math.min(WINDOW, left) });
    const isLast = oldest <= last;
    const floor = isLast ? last : oldest;
    yield { workspace, before, floor };
    before = floor;
  }
}

async function* found(read: ReadRows, input: SearchInput, place: Place): AsyncGenerator<InboxItem> {
  const { search, now } = input;
  for await (const row of candidates(read, input, place)) {
    const request = rowToRequest(row);
    const item = toInboxItem(request, row);
    if (isFound({ request, item, now }, search)) yield withWords(item, request);
  }
}

/** What SQL alone cannot leave out. */
async function* candidates(
  read: ReadRows,
  { operator, search, now }: SearchInput,
  place: Place,
): AsyncGenerator<InboxRow> {
  const { conditions, values } = narrowing(search, "ilike");
  const statement = inboxPage(
    `r.workspace = $workspace and r.id < $before and r.id >= $floor ${conditions}
      order by r.id desc limit ${PAGE}`,
    "r.id desc",
  );
  const fixed = { ...place, operator, now: toMs(now), ...values };
  for (let { before } = place; ; ) {
    const page = await read<InboxRow>(statement, { ...fixed, before });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    before = last.id;
  }
}

async function* decided(
  read: ReadRows,
  place: Place,
  kind: Request["kind"],
): AsyncGenerator<readonly Request[]> {
  let { before } = place;
  for (let looked = 0; looked < MOST_COMPARED; looked += PAGE) {
    const rows = await read<Row<"requests">>(DECIDED, { ...place, before, kind });
    yield rows.map(rowToRequest);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    before = last.id;
  }
}

async function readInsights(
  read: ReadRows,
  { workspace, ...of }: InsightsRead & { readonly most: number },
  rest: Rest,
): Promise<Insights> {
  const sinceMs = toMs(of.since);
  // Ids sort by time, so that the table's own order finds the place to end.
  const first = formatId("req", Math.max(sinceMs - ID_SLACK_MS, 0), { high: 0, low: 0 });
  const page = (before: string, limit: number) =>
    read<RequestFacts & { readonly id: string }>(FACTS, {
      workspace,
      first,
      before,
      since: sinceMs,
      limit,
    });
  return await countNewest({ ...of, page: INSIGHTS_PAGE }, page, rest);
}

/**
 * A column of JSON text, to look into. PostgreSQL refuses every look into JSON that names a NUL or
 * half a surrogate pair anywhere, and an agent can write those: a line end stands in their place, which
 * is JSON as well where the backslash was itself escaped.
 */
function jsonOf(column: string): string {
  const whole = `regexp_replace(${column}, '\\\\u(0000|d[89a-f][0-9a-f]{2})', '\\\\n', 'g')`;
  return `(case when strpos(${column}, '\\u') > 0 then ${whole} else ${column} end)::json`;
}
