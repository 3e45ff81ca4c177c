import type { PrincipalId } from "../domain/id.ts";
import type { InboxItem, Split } from "../domain/inbox.ts";
import { cursorOf, placeOf } from "../domain/inbox-cursor.ts";
import { parseInboxQuery } from "../domain/inbox-query.ts";
import type { Caller, PersonPrincipal } from "../domain/principal.ts";
import { requireRight } from "../domain/rights.ts";
import type { InboxInput, InboxPage } from "../ports/inbox.ts";
import type { Found } from "../ports/inbox-reader.ts";
import { asPerson } from "./as-person.ts";
import { type Context, nowOf } from "./context.ts";
import { agentsOfOthers } from "./may-decide.ts";
import { pageLimit } from "./page.ts";

/** A part of the caller's inbox, or what a search finds in all of it, a page at a time. */
export async function inbox(
  ctx: Context,
  caller: Caller,
  input: InboxInput = {},
): Promise<InboxPage> {
  requireRight(caller, "read");
  const operator = asPerson(caller);
  const { workspace } = operator;
  const limit = pageLimit(input.limit);
  // Before the rows: what happens in between is then told twice, and never not at all.
  const { seq } = await ctx.store.head(workspace);
  const { query, split = "needs_me", cursor } = input;
  const ownAgents = await agentsOfOthers(ctx, operator);
  const asked = { operator, cursor, limit: limit + 1 };
  const { items, lookedTo } =
    query === undefined
      ? { items: await partOf(ctx, { ...asked, ownAgents, split }), lookedTo: undefined }
      : await search(ctx, { ...asked, query });
  const counts = await ctx.store.countInbox({ workspace, operator, ownAgents, now: nowOf(ctx) });
  const shown = items.slice(0, limit);
  const end = items.length > limit ? shown.at(-1) : lookedTo && { id: lookedTo };
  const next =
    end === undefined ? {} : { next: cursorOf(end, query === undefined ? split : "search") };
  const none = decidesNothing(operator) ? { needs_me: 0, others: 0 } : {};
  return { items: shown, ...next, counts: { ...counts, ...none }, seq };
}

/** Who only looks on is needed for nothing. */
function decidesNothing({ role }: PersonPrincipal): boolean {
  return role === "viewer";
}

interface Asked {
  readonly operator: PersonPrincipal;
  readonly cursor: string | undefined;
  readonly limit: number;
}

interface AskedPart extends Asked {
  readonly ownAgents: readonly PrincipalId[];
  readonly split: Split;
}

async function partOf(
  ctx: Context,
  { operator, ownAgents, cursor, limit, split }: AskedPart,
): Promise<readonly InboxItem[]> {
  const asksWhom = split === "needs_me" || split === "others";
  if (asksWhom && decidesNothing(operator)) return [];
  const items = await ctx.store.listInbox({
    ...{ workspace: operator.workspace, operator, ownAgents, split, now: nowOf(ctx), limit },
    ...(cursor === undefined ? {} : { after: placeOf(cursor, split) }),
  });
  if (split !== "others") return items;
  return items.map((item) => ({
    ...item,
    othersBecause: ownAgents.includes(item.agent) ? "own_agent" : "voted",
  }));
}

async function search(
  ctx: Context,
  { operator, cursor, limit, query }: Asked & { readonly query: string },
): Promise<Found> {
  return await ctx.inbox.search({
    ...{ workspace: operator.workspace, operator: operator.id, now: nowOf(ctx), limit },
    search: parseInboxQuery(query),
    ...(cursor === undefined ? {} : { after: placeOf(cursor, "search").id }),
  });
}
