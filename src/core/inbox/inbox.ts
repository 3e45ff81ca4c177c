import type { PrincipalId, RequestId } from "../../domain/id.ts";
import { foldAlike, foldOf } from "../../domain/inbox/fold.ts";
import type { InboxItem, Split } from "../../domain/inbox/inbox.ts";
import { cursorOf, type InboxPlace, placeOf } from "../../domain/inbox/inbox-cursor.ts";
import { type InboxSearch, parseInboxQuery } from "../../domain/inbox/inbox-query.ts";
import type { Caller, PersonPrincipal } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { likenessOfRequest } from "../../domain/requests/likeness.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { InboxInput, InboxPage } from "../../ports/earshot/inbox.ts";
import type { ListedItem } from "../../ports/store/inbox-reader.ts";
import { forOthersThan } from "../authority/for-others.ts";
import { findRequest } from "../call/access.ts";
import { asPerson } from "../call/as-person.ts";
import { type Context, nowOf } from "../call/context.ts";
import { pageLimit } from "../call/page.ts";
import { agentsOfOthers } from "../deciders/may-decide.ts";
import { zoneOf } from "../hub/attention.ts";
import { withAskers } from "../planning/with-askers.ts";
import { rowsWithUses } from "../verdict/approval-use.ts";

/** If many requests fold into few rows, a page stops reading here; the next page continues. */
const MOST_READ = 1_000;
/** So many pages of what was found one search looks through for what is somebody's to decide. */
const MOST_SEARCHES = 8;

/** One page of a part of the caller's inbox, or of what a search finds in all of it. */
export async function inbox(
  ctx: Context,
  caller: Caller,
  input: InboxInput = {},
): Promise<InboxPage> {
  requireRight(caller, "read");
  const operator = asPerson(caller);
  const { workspace } = operator;
  const limit = pageLimit(input.limit);
  // Read before the rows, so an event in between is reported twice rather than never.
  const { seq } = await ctx.store.head(workspace);
  const { query, split = "needs_me", alike, cursor } = input;
  const ownAgents = await agentsOfOthers(ctx, operator);
  const asked = { caller, operator, cursor, limit };
  const found =
    query === undefined || alike !== undefined
      ? await partOf(ctx, {
          ...asked,
          ownAgents,
          split,
          like: await likenessOf(ctx, caller, alike),
        })
      : await search(ctx, { ...asked, query, timeZone: await zoneOf(ctx, caller, input.timeZone) });
  const counts = await ctx.store.countInbox({ workspace, operator, ownAgents, now: nowOf(ctx) });
  const rows = await rowsWithUses(ctx, workspace, found.items);
  const items = await withAskers(ctx, workspace, rows);
  const next =
    found.end === undefined
      ? {}
      : { next: cursorOf(found.end, query === undefined ? split : "search") };
  const none = decidesNothing(operator) ? { needs_me: 0, others: 0 } : {};
  return { items, ...next, counts: { ...counts, ...none }, seq };
}

/** Of what shares a row with a request, which may have closed by now. */
async function likenessOf(
  ctx: Context,
  caller: Caller,
  id: RequestId | undefined,
): Promise<string | undefined> {
  return id === undefined ? undefined : likenessOfRequest(await findRequest(ctx, caller, id));
}

/** A person who only watches is not needed for anything. */
function decidesNothing({ role }: PersonPrincipal): boolean {
  return role === "viewer";
}

interface Asked {
  readonly caller: Caller;
  readonly operator: PersonPrincipal;
  readonly cursor: string | undefined;
  readonly limit: number;
}

interface AskedPart extends Asked {
  readonly ownAgents: readonly PrincipalId[];
  readonly split: Split;
  /** Only what is like that, none of it folded. */
  readonly like: string | undefined;
}

interface Sought extends Asked {
  readonly query: string;
  readonly timeZone: string | undefined;
}

/** A page, and where the next one begins; absent if there is none. */
interface FoundPage {
  readonly items: readonly InboxItem[];
  readonly end?: InboxPlace;
}

async function partOf(
  ctx: Context,
  { caller, operator, ownAgents, cursor, limit, split, like }: AskedPart,
): Promise<FoundPage> {
  const asksWhom = split === "needs_me" || split === "others";
  if (asksWhom && decidesNothing(operator)) return { items: [] };
  const from = cursor === undefined ? undefined : placeOf(cursor, split);
  const read: Read = (after, most) =>
    ctx.store.listInbox({
      workspace: operator.workspace,
      operator,
      ownAgents,
      split,
      now: nowOf(ctx),
      limit: most,
      ...present({ after }),
    });
  const { rows, end } =
    like === undefined
      ? await foldedRows(read, { first: from, limit })
      : await rowsOfEach(read, like);
  const items = rows.map(toRow);
  if (!MIXED.has(split)) return { items, ...(end && { end }) };
  const first = rows.map(([one]) => one?.request);
  return { items: await withWhoDecides(ctx, caller, { items, first }), ...(end && { end }) };
}

/** Parts that include requests for others, which show who decides. */
const MIXED: ReadonlySet<Split> = new Set<Split>(["others", "snoozed"]);

/** Similar requests are of one agent, so one of them shows who decides all. */
async function withWhoDecides(
  ctx: Context,
  caller: Caller,
  {
    items,
    first,
  }: {
    readonly items: readonly InboxItem[];
    readonly first: readonly (Request | undefined)[];
  },
): Promise<readonly InboxItem[]> {
  const told: InboxItem[] = [];
  for (const [place, item] of items.entries()) {
    const request = first[place];
    const forOthers = request && (await forOthersThan(ctx, caller, { request, at: "page" }));
    told.push({ ...item, ...(forOthers && { forOthers }) });
  }
  return told;
}

/** Similar requests, led by the one that stands for them. */
type Alike = readonly ListedItem[];
type Read = (after: InboxPlace | undefined, most: number) => Promise<Alike>;

interface RowsRead {
  readonly rows: readonly Alike[];
  readonly end: InboxPlace | undefined;
}

/** What is like that, each in a row of its own. */
async function rowsOfEach(read: Read, like: string): Promise<RowsRead> {
  const items: ListedItem[] = [];
  const most = MOST_READ / 4;
  for (let isLast = false; !isLast; ) {
    const page = await read(items.at(-1), most);
    items.push(...page);
    isLast = page.length < most || items.length >= MOST_READ;
  }
  const each = items.filter(
    ({ request }) => request.status === "open" && likenessOfRequest(request) === like,
  );
  return { rows: each.map((item) => [item]), end: undefined };
}

/**
 * Reads until the page is full of rows. Whatever one agent asks again and again takes the place of
 * one row.
 */
async function foldedRows(
  read: Read,
  { first, limit }: { readonly first: InboxPlace | undefined; readonly limit: number },
): Promise<RowsRead> {
  const items: ListedItem[] = [];
  for (;;) {
    const most = items.length === 0 ? limit + 1 : MOST_READ / 4;
    const page = await read(items.at(-1) ?? first, most);
    items.push(...page);
    const rows = foldAlike(items, ({ request }) => request);
    const more = rows[limit]?.[0];
    if (more !== undefined) {
      const shown = items.slice(0, items.indexOf(more));
      return { rows: foldAlike(shown, ({ request }) => request), end: shown.at(-1) };
    }
    if (page.length < most) return { rows, end: undefined };
    if (items.length >= MOST_READ) return { rows, end: items.at(-1) };
  }
}

function toRow(alike: Alike): InboxItem {
  const [{ request: _, ...item }] = alike as [ListedItem];
  const fold = foldOf(alike.map(({ request }) => request));
  return { ...item, ...present({ fold }) };
}

async function search(ctx: Context, sought: Sought): Promise<FoundPage> {
  const { query, timeZone, limit } = sought;
  const parsed = parseInboxQuery(query, { now: nowOf(ctx), timeZone });
  const items: InboxItem[] = [];
  let { cursor } = sought;
  // Who can decide is known of what was found: where much is for others, several pages are read.
  for (let reads = 1; ; reads++) {
    const page = await foundBy(ctx, { ...sought, cursor, limit: limit - items.length }, parsed);
    items.push(...page.items.filter((item) => isOfWhose(item, parsed)));
    const { end } = page;
    const isAll = parsed.whose === undefined || items.length >= limit;
    if (end === undefined || isAll || reads === MOST_SEARCHES) {
      return { items, ...(end && { end }) };
    }
    cursor = cursorOf(end, "search");
  }
}

function isOfWhose({ forOthers }: InboxItem, { whose }: InboxSearch): boolean {
  return whose === undefined || whose.includes(forOthers === undefined ? "mine" : "others");
}

async function foundBy(
  ctx: Context,
  { caller, operator, cursor, limit }: Asked,
  parsed: InboxSearch,
): Promise<FoundPage> {
  const { items, lookedTo } = await ctx.inbox.search({
    workspace: operator.workspace,
    operator: operator.id,
    now: nowOf(ctx),
    limit: limit + 1,
    search: parsed,
    ...present({ after: cursor === undefined ? undefined : placeOf(cursor, "search").id }),
  });
  const shown = items.slice(0, limit);
  const { workspace } = operator;
  const first = await Promise.all(
    shown.map(({ id, status }) =>
      status === "open" ? ctx.store.findRequest(workspace, id) : undefined,
    ),
  );
  const told = await withWhoDecides(ctx, caller, { items: shown, first });
  const end = items.length > limit ? shown.at(-1) : lookedTo && { id: lookedTo };
  return { items: told, ...(end && { end }) };
}
