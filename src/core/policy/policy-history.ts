import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import { MIN_REVISION_LENGTH } from "../../domain/limits.ts";
import type { Event } from "../../domain/log/event.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { allowsMore } from "../../domain/policy/allows-more.ts";
import { policyChanges } from "../../domain/policy/changes.ts";
import { partsOf, policyDifference, saysTheSame } from "../../domain/policy/policy-parts.ts";
import { isWholePolicy, readWholeSource } from "../../domain/policy/stored-policy.ts";
import { present } from "../../domain/present.ts";
import type { Page, PageInput } from "../../ports/earshot/call.ts";
import type {
  BlamedPart,
  LoggedPolicy,
  PolicyBlame,
  PolicyDiff,
  PolicyPut,
  PolicyRevision,
} from "../../ports/earshot/policy-history.ts";
import { notFound } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import { pageLimit } from "../call/page.ts";
import { assertReadsPolicy } from "./apply-policy.ts";

const EVENTS_PAGE = 256;

/** Every policy that was put in force, newest first. */
export async function policyLog(
  ctx: Context,
  caller: Caller,
  input: PageInput = {},
): Promise<Page<LoggedPolicy>> {
  const limit = pageLimit(input.limit);
  const history = await historyFor(ctx, caller);
  const { puts } = history;
  const from =
    input.cursor === undefined ? 0 : puts.findIndex(({ seq }) => seq < Number(input.cursor));
  if (from < 0) return { items: [] };
  const items: LoggedPolicy[] = [];
  for (let at = from; at < Math.min(from + limit, puts.length); at++) {
    items.push(await logged(history, at));
  }
  const last = items.at(-1);
  const isMore = from + limit < puts.length;
  return { items, ...present({ next: isMore && last ? String(last.seq) : undefined }) };
}

async function logged({ puts, textOf }: History, at: number): Promise<LoggedPolicy> {
  const put = puts[at] as PolicyPut;
  const former = puts[at + 1];
  const text = await textOf(put.revision);
  const before = former === undefined ? undefined : await textOf(former.revision);
  const isKnown = text !== undefined && (former === undefined || before !== undefined);
  return {
    ...put,
    ...present({
      former: former?.revision,
      changes: isKnown ? policyChanges(before, text) : undefined,
    }),
  };
}

/** The text of a policy that was in force, and when it was. */
export async function policyRevision(
  ctx: Context,
  caller: Caller,
  input: { readonly revision: string },
): Promise<PolicyRevision> {
  const history = await historyFor(ctx, caller);
  const revision = named(history, input.revision);
  const puts = history.puts.filter((put) => put.revision === revision);
  return { revision, source: await wholeText(ctx, caller, revision), puts };
}

/** In what two policies differ, and whether the later one may let more pass. */
export async function diffPolicies(
  ctx: Context,
  caller: Caller,
  input: { readonly from?: string; readonly to?: string } = {},
): Promise<PolicyDiff> {
  const history = await historyFor(ctx, caller);
  const to = input.to === undefined ? newest(history).revision : named(history, input.to);
  const from = input.from === undefined ? replacedBy(history, to) : named(history, input.from);
  const now = await wholeText(ctx, caller, to);
  const before = from === undefined ? undefined : await wholeText(ctx, caller, from);
  return {
    ...present({ from }),
    to,
    differences: policyDifference(before, now),
    allowsMore: before === undefined ? [] : whyMore(before, now),
  };
}

/** A text that only an earlier version could read may have been stricter. */
function whyMore(before: JsonObject, after: JsonObject): readonly string[] {
  try {
    return allowsMore(before, after);
  } catch (error) {
    if (!isEarshotError(error)) throw error;
    return ["This version cannot read one of the two."];
  }
}

/** For each part of a policy the change that gave it its present form. */
export async function blamePolicy(
  ctx: Context,
  caller: Caller,
  input: { readonly revision?: string } = {},
): Promise<PolicyBlame> {
  const history = await historyFor(ctx, caller);
  const { puts, textOf } = history;
  const revision =
    input.revision === undefined ? newest(history).revision : named(history, input.revision);
  const parts = partsOf(await wholeText(ctx, caller, revision));
  const blamed = new Map<string, PolicyPut>();
  const first = puts.findIndex((put) => put.revision === revision);
  for (let at = first; at < puts.length && blamed.size < parts.length; at++) {
    const former = puts[at + 1];
    // A text that is not known may have said anything, so the search ends at the one behind it.
    const text = former === undefined ? undefined : await textOf(former.revision);
    for (const part of parts) {
      const key = `${part.kind} ${part.name}`;
      const isKnown = blamed.has(key) || (text !== undefined && saysTheSame(part, text));
      if (!isKnown) blamed.set(key, puts[at] as PolicyPut);
    }
  }
  return {
    revision,
    parts: parts.map(({ kind, name }): BlamedPart => {
      return { kind, name, put: blamed.get(`${kind} ${name}`) as PolicyPut };
    }),
  };
}

interface History {
  /** Newest first. */
  readonly puts: readonly PolicyPut[];
  /** Undefined if the stored text does not make its digest: nobody has put that in force. */
  textOf(revision: string): Promise<JsonObject | undefined>;
}

async function historyFor(ctx: Context, caller: Caller): Promise<History> {
  assertReadsPolicy(caller);
  const { workspace } = caller.principal;
  const texts = new Map<string, Promise<JsonObject | undefined>>();
  return {
    puts: await putsOf(ctx, workspace),
    textOf(revision) {
      const known = texts.get(revision) ?? readText(ctx, workspace, revision);
      texts.set(revision, known);
      return known;
    },
  };
}

async function readText(
  { store, digest }: Context,
  workspace: WorkspaceId,
  revision: string,
): Promise<JsonObject | undefined> {
  const stored = await store.findPolicy(workspace, revision);
  return stored !== undefined && isWholePolicy(stored, digest.json) ? stored.source : undefined;
}

async function wholeText(ctx: Context, caller: Caller, revision: string): Promise<JsonObject> {
  const stored = await ctx.store.findPolicy(caller.principal.workspace, revision);
  if (stored === undefined) throw notFound("policy", revision);
  return readWholeSource(stored, ctx.digest.json);
}

/** The log knows each time; the row of a policy knows the last only. */
async function putsOf(ctx: Context, workspace: WorkspaceId): Promise<readonly PolicyPut[]> {
  const events: Event[] = [];
  for (let after = 0; ; ) {
    const page = await ctx.store.readEvents({
      workspace,
      subject: workspace,
      after,
      limit: EVENTS_PAGE,
    });
    events.push(...page.filter(({ type }) => type === "policy.changed"));
    if (page.length < EVENTS_PAGE) break;
    after = page.at(-1)?.seq ?? after;
  }
  const names = await namesOf(ctx, workspace, events);
  const puts = events.map(({ seq, at, actor, data = {} }, index) => ({
    seq,
    revision: data.revision ?? "",
    at,
    ...present({
      until: events[index + 1]?.at,
      by: actor === undefined ? undefined : { id: actor, name: names.get(actor) ?? actor },
      via: data.via,
    }),
  }));
  return puts.toReversed();
}

async function namesOf(
  ctx: Context,
  workspace: WorkspaceId,
  events: readonly Event[],
): Promise<ReadonlyMap<PrincipalId, string>> {
  const names = new Map<PrincipalId, string>();
  for (const { actor } of events) {
    if (actor === undefined || names.has(actor)) continue;
    const person = await ctx.store.findPrincipal(workspace, actor);
    if (person !== undefined) names.set(actor, person.name);
  }
  return names;
}

/** The revision that begins so. Throws NOT_FOUND, or INVALID_INPUT if several do. */
function named({ puts }: History, text: string): string {
  const found = new Set(
    puts.map(({ revision }) => revision).filter((revision) => revision.startsWith(text)),
  );
  const [only] = found;
  if (
    only === text ||
    (only !== undefined && found.size === 1 && text.length >= MIN_REVISION_LENGTH)
  )
    return only;
  if (only === undefined) throw notFound("revision of the policy", text);
  throw new EarshotError(
    "INVALID_INPUT",
    `${JSON.stringify(text)} does not name one revision of the policy: give ${MIN_REVISION_LENGTH} characters or more, as npx earshot policy log prints them.`,
    { details: { revision: text } },
  );
}

function newest({ puts }: History): PolicyPut {
  const [put] = puts;
  if (put !== undefined) return put;
  throw new EarshotError(
    "NOT_FOUND",
    "No policy was ever applied, so there is nothing to compare. Apply one: npx earshot policy apply.",
  );
}

function replacedBy({ puts }: History, revision: string): string | undefined {
  return puts[puts.findIndex((put) => put.revision === revision) + 1]?.revision;
}
