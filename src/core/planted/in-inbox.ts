import { LEVELS } from "../../domain/authority/action.ts";
import type { RequestId } from "../../domain/id.ts";
import { alreadyOf } from "../../domain/inbox/already.ts";
import type { InboxDelivery, InboxItem } from "../../domain/inbox/inbox.ts";
import { parseInboxQuery } from "../../domain/inbox/inbox-query.ts";
import { isFound } from "../../domain/inbox/inbox-search.ts";
import { askOf, withWords } from "../../domain/inbox/item-words.ts";
import { precedentOf } from "../../domain/inbox/precedent.ts";
import type { Event, EventDraft } from "../../domain/log/event.ts";
import type { Caller } from "../../domain/people/principal.ts";
import {
  type EndedTest,
  isOpenTest,
  type OpenTest,
  shareOf,
} from "../../domain/planted/planted.ts";
import { present } from "../../domain/present.ts";
import type {
  InboxDetail,
  InboxInput,
  InboxPage,
  Insights,
  InsightsInput,
} from "../../ports/earshot/inbox.ts";
import { approvalNeeds } from "../authority/approval-needs.ts";
import { createdEvent } from "../authority/draft-authorization.ts";
import type { Context } from "../call/context.ts";
import { nowOf } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { zoneOf } from "../hub/attention.ts";
import { inbox } from "../inbox/inbox.ts";
import { inboxItem, ruleOf } from "../inbox/inbox-item.ts";
import { insights } from "../inbox/insights.ts";
import { ownTest, shownTest, testRulesFor } from "./tests-now.ts";

/* The inbox with the test that its person is shown, which stands among requests as one of them does. */

const MOST_SIMILAR = 5;
/** Of fewer people a sum would tell of each. */
const LEAST_PEOPLE = 5;

export async function inboxWithTests(
  ctx: Context,
  caller: Caller,
  input: InboxInput = {},
): Promise<InboxPage> {
  const page = await inbox(ctx, caller, input);
  const test = await shownTest(ctx, caller);
  if (test === undefined) return page;
  const counts = { ...page.counts, needs_me: page.counts.needs_me + 1 };
  const item = await itemOf(ctx, caller, test);
  if (!(await isOnPage(ctx, caller, { input, test, item }))) return { ...page, counts };
  const isBehind = input.query === undefined ? isLessUrgent : isOlder;
  const at = page.items.findIndex((other) => isBehind(other, item));
  const items =
    at < 0 ? [...page.items, item] : [...page.items.slice(0, at), item, ...page.items.slice(at)];
  return { ...page, items, counts };
}

interface OnPage {
  readonly input: InboxInput;
  readonly test: OpenTest;
  readonly item: InboxItem;
}

async function isOnPage(
  ctx: Context,
  caller: Caller,
  { input, test, item }: OnPage,
): Promise<boolean> {
  const { query, split = "needs_me", cursor, alike } = input;
  if (cursor !== undefined || alike !== undefined) return false;
  if (query === undefined) return split === "needs_me";
  const now = nowOf(ctx);
  const timeZone = await zoneOf(ctx, caller, input.timeZone);
  const search = parseInboxQuery(query, { now, timeZone });
  const isMine = search.whose?.includes("mine") ?? true;
  return isMine && isFound({ request: test.request, item, now }, search);
}

function isLessUrgent(one: InboxItem, other: InboxItem): boolean {
  const levels = [one, other].map(({ level }) => (level ? LEVELS.indexOf(level) : -1));
  const [first = -1, second = -1] = levels;
  if (first !== second) return first < second;
  return (one.expiresAt ?? "~") > (other.expiresAt ?? "~");
}

function isOlder(one: InboxItem, other: InboxItem): boolean {
  return one.id < other.id;
}

async function itemOf(ctx: Context, caller: Caller, { request }: OpenTest): Promise<InboxItem> {
  const { id, kind, status, agent, agentName, to, conversation, createdAt, expiresAt } = request;
  const seen = await noteOf(ctx, caller, id);
  const base = { id, kind, status, agent, agentName, to, conversation, createdAt };
  const more = present({ expiresAt, seenAt: seen?.seenAt });
  return withWords({ ...base, ...askOf(request), ...more }, request);
}

async function noteOf(
  ctx: Context,
  { principal }: Caller,
  id: RequestId,
): Promise<InboxDelivery | undefined> {
  const notes = await ctx.store.listDeliveries(principal.workspace, id);
  return notes.find(({ operator }) => operator === principal.id);
}

export async function inboxItemWithTests(
  ctx: Context,
  caller: Caller,
  given: Given<{ readonly id: RequestId }>,
): Promise<InboxDetail> {
  const test = await ownTest(ctx, caller, given.input.id);
  if (test === undefined) return await inboxItem(ctx, caller, given);
  return isOpenTest(test)
    ? await detailOf(ctx, caller, { test, given })
    : await endedDetail(ctx, test);
}

interface Detailed {
  readonly test: OpenTest;
  readonly given: Given<unknown>;
}

async function detailOf(
  ctx: Context,
  caller: Caller,
  { test: { request, source }, given: { options } }: Detailed,
): Promise<InboxDetail> {
  const { workspace, id } = request;
  const found = await ctx.inbox.similar({ workspace, id: source, limit: MOST_SIMILAR });
  const reader = caller.principal.id;
  const note = await noteOf(ctx, caller, id);
  const seen = { type: "delivery.seen", subject: id, actor: reader } as const;
  const at = note?.seenAt;
  const steps = [createdEvent(ctx, request), ...(at === undefined ? [] : [{ ...seen, at }])];
  return {
    request,
    history: await asLogged(ctx, request.workspace, steps),
    actors: [{ id: reader, name: caller.principal.name }],
    deliveries: await ctx.store.listDeliveries(workspace, id),
    steps: [],
    similar: found.similar,
    ...present({
      precedent: precedentOf(request, { earlier: found.earlier, reader }),
      already: found.already && alreadyOf(request, [found.already.request]),
      rule: await ruleOf(ctx, request),
    }),
    needs: await approvalNeeds(ctx, caller, { request, ...present({ via: options?.via }) }),
  };
}

async function endedDetail(
  ctx: Context,
  { request, operator, endedAt, outcome, twist }: EndedTest,
): Promise<InboxDetail> {
  const { workspace, id } = request;
  const ended = { type: "test.ended", at: endedAt, subject: id, actor: operator } as const;
  return {
    request,
    history: await asLogged(ctx, workspace, [ended]),
    deliveries: [],
    steps: [],
    similar: [],
    ...present({ rule: await ruleOf(ctx, request) }),
    test: { outcome, twist },
  };
}

/** As events of the log, which has them not, or elsewhere. */
async function asLogged(
  ctx: Context,
  workspace: OpenTest["workspace"],
  drafts: readonly EventDraft[],
): Promise<readonly Event[]> {
  const { seq } = await ctx.store.head(workspace);
  return drafts.map((draft) => ({ ...draft, workspace, seq: Math.max(seq, 1) }));
}

/** One's own share of caught tests, for oneself; for owners the sum over people, from five on. */
export async function insightsWithTests(
  ctx: Context,
  caller: Caller,
  input?: InsightsInput,
): Promise<Insights> {
  const found = await insights(ctx, caller, input);
  const { principal } = caller;
  const { workspace, id } = principal;
  if (input?.agent !== undefined) return found;
  const all = await ctx.store.listTests(workspace, { since: found.since });
  const own = shareOf(all.filter(({ operator }) => operator === id));
  const isTold = own.of > 0 || (await testRulesFor(ctx, caller)) !== undefined;
  const mine = isTold ? { ...found.mine, tests: own } : found.mine;
  const sum = sumFor(caller, all);
  return { ...found, mine, ...present({ tests: sum }) };
}

function sumFor(
  { principal }: Caller,
  all: Parameters<typeof shareOf>[0],
): Insights["tests"] | undefined {
  if (principal.kind !== "person" || principal.role !== "owner") return undefined;
  const decided = all.filter((test) => shareOf([test]).of > 0);
  const people = new Set(decided.map(({ operator }) => operator)).size;
  return people < LEAST_PEOPLE ? undefined : { ...shareOf(all), people };
}
