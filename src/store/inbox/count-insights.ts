import { LEVELS, type Level } from "../../domain/authority/action.ts";
import { present } from "../../domain/present.ts";
import { HOUR_MS } from "../../domain/time.ts";
import { type Timestamp, toTimestamp } from "../../domain/timestamp.ts";
import type { Haste, Insights, ToolOutcomes } from "../../ports/earshot/inbox.ts";
import type { InsightsRead } from "../../ports/store/inbox-reader.ts";
import type { Rest } from "../threads/rests.ts";
import { LAST_REQUEST } from "./inbox-sql.ts";

/** What is counted of one request, as columns. */
export interface RequestFacts {
  readonly kind: string;
  readonly status: string;
  readonly level: number;
  readonly created_at: number;
  readonly closed_at: number | null;
  readonly tool: string | null;
  /** What decided it: `people`, `permission` or `rule`; null for a question. */
  readonly basis: string | null;
  /** 1 where the arguments were changed. */
  readonly edited: number;
  readonly agent: string;
  readonly agent_name: string;
  /** The principal who closed it, as far as somebody did. */
  readonly closer: string | null;
  /** By whoever closed it. */
  readonly seen_at: number | null;
}

/** What is counted, and whose share of it is told. */
type Counted = Omit<InsightsRead, "workspace">;

type LevelName = Level | "QUESTION";
type Outcome =
  | "answered"
  | "approved"
  | "edited"
  | "rejected"
  | "responded"
  | "expired"
  | "cancelled";
type MutableOutcomes = { -readonly [Key in keyof ToolOutcomes]: ToolOutcomes[Key] };

const QUICK_MS = 2_000;
const PERCENT = 100;
/** Where the buckets of dwell times begin; the first ends at `QUICK_MS`. */
const DWELL_FROM_MS = [0, QUICK_MS, 5_000, 10_000, 30_000, 60_000, 300_000, 1_800_000] as const;
const LEVEL_NAMES: readonly LevelName[] = ["QUESTION", ...LEVELS];

/** An id is made a little before or after the moment that its request names. */
export const ID_SLACK_MS = 60_000;

export interface InsightsCount {
  add(facts: RequestFacts): void;
  /** `from`: since when, where that is later than what was asked for. */
  insights(from?: Timestamp): Insights;
}

export function createInsightsCount({ since, person, agent }: Counted): InsightsCount {
  const answerMs = new Map<LevelName, number[]>();
  const outcomes = new Map<string, MutableOutcomes>();
  const hours = new Map<number, number>();
  const dwellMs: number[] = [];
  const mine = {
    byLevel: createHasteCount(),
    byTool: createHasteCount(),
    byAgent: createHasteCount(),
  };

  function countDwell(facts: RequestFacts, ms: number): void {
    dwellMs.push(ms);
    if (facts.closer !== person) return;
    mine.byLevel.add(levelName(facts), ms);
    mine.byAgent.add(facts.agent_name, ms);
    if (facts.tool !== null) mine.byTool.add(facts.tool, ms);
  }

  function countDecided(facts: RequestFacts): void {
    const { created_at, closed_at, seen_at } = facts;
    if (closed_at === null) return;
    const level = levelName(facts);
    const times = answerMs.get(level);
    if (times === undefined) answerMs.set(level, [closed_at - created_at]);
    else times.push(closed_at - created_at);
    if (seen_at !== null && seen_at <= closed_at) countDwell(facts, closed_at - seen_at);
  }

  return {
    add(facts) {
      if (agent !== undefined && facts.agent !== agent) return;
      if (hasAskedPeople(facts)) countHour(hours, facts.created_at);
      countOutcome(outcomes, facts);
      if (isDecidedByPerson(facts)) countDecided(facts);
    },
    insights: (from = since) => ({
      since: from,
      answerTimes: LEVEL_NAMES.flatMap((level) => {
        const times = answerMs.get(level);
        return times === undefined ? [] : [{ level, count: times.length, ms: quantiles(times) }];
      }),
      outcomes: [...outcomes.values()].sort(byName),
      interruptions: [...hours]
        .sort(([one], [other]) => one - other)
        .map(([hour, count]) => ({ at: toTimestamp(hour * HOUR_MS), count })),
      dwell: dwellOf(dwellMs),
      mine: {
        byLevel: LEVEL_NAMES.flatMap((level) => mine.byLevel.of(level) ?? []),
        byTool: mine.byTool.most(),
        byAgent: mine.byAgent.most(),
      },
    }),
  };
}

/** Agents invent names of tools without end. */
const MOST_NAMED = 20;

function createHasteCount() {
  const counts = new Map<string, Haste>();
  return {
    add(name: string, ms: number): void {
      const { decided, underTwoSeconds } = counts.get(name) ?? { decided: 0, underTwoSeconds: 0 };
      const quick = ms < QUICK_MS ? 1 : 0;
      counts.set(name, { name, decided: decided + 1, underTwoSeconds: underTwoSeconds + quick });
    },
    of: (name: string) => counts.get(name),
    most: (): readonly Haste[] =>
      [...counts.values()]
        .sort((one, other) => other.decided - one.decided || (one.name < other.name ? -1 : 1))
        .slice(0, MOST_NAMED),
  };
}

/** A page of requests, the newest first. */
type ReadPage<Row> = (before: string, limit: number) => Promise<readonly Row[]>;

/**
 * Counts the newest first, and of more than `most` only those: it takes as long in a record of any size.
 * Rests after each page.
 */
export async function countNewest<Row extends RequestFacts & { readonly id: string }>(
  { most, page, ...of }: Counted & { readonly most: number; readonly page: number },
  read: ReadPage<Row>,
  rest: Rest,
): Promise<Insights> {
  const counted = createInsightsCount(of);
  let before = LAST_REQUEST;
  for (let left = most; left > 0; ) {
    const limit = Math.min(page, left);
    const rows = await read(before, limit);
    for (const facts of rows) counted.add(facts);
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return counted.insights();
    before = last.id;
    left -= rows.length;
    if (left > 0) await rest();
    else if ((await read(before, 1)).length > 0) {
      return { ...counted.insights(toTimestamp(Number(last.created_at))), newest: most };
    }
  }
  return counted.insights();
}

function levelName({ kind, level }: RequestFacts): LevelName {
  return kind === "question" ? "QUESTION" : (LEVELS[level - 1] ?? "CRITICAL");
}

function isDecidedByPerson({ status, basis }: RequestFacts): boolean {
  if (status === "answered" || status === "responded") return true;
  return (status === "approved" || status === "rejected") && basis === "people";
}

/** What a rule or a permission decides at once reaches nobody. */
function hasAskedPeople(facts: RequestFacts): boolean {
  const isDecided = facts.status === "approved" || facts.status === "rejected";
  if (!isDecided || facts.basis === "people") return true;
  return facts.closed_at !== facts.created_at;
}

function countHour(hours: Map<number, number>, at: number): void {
  const hour = Math.floor(at / HOUR_MS);
  hours.set(hour, (hours.get(hour) ?? 0) + 1);
}

function countOutcome(outcomes: Map<string, MutableOutcomes>, facts: RequestFacts): void {
  if (facts.status === "open") return;
  const level = levelName(facts);
  const tool = level === "QUESTION" ? "question" : (facts.tool ?? "");
  const name = `${level} ${tool}`;
  const counts = outcomes.get(name) ?? {
    tool,
    level,
    answered: 0,
    approved: 0,
    edited: 0,
    rejected: 0,
    responded: 0,
    expired: 0,
    cancelled: 0,
  };
  outcomes.set(name, counts);
  counts[facts.status as Outcome] += 1;
  if (facts.status === "approved" && facts.edited === 1) counts.edited += 1;
}

function byName(one: ToolOutcomes, other: ToolOutcomes): number {
  if (one.tool !== other.tool) return one.tool < other.tool ? -1 : 1;
  return LEVEL_NAMES.indexOf(one.level) - LEVEL_NAMES.indexOf(other.level);
}

/** Quantiles 0, 0.01 … 1: of those that were, the nearest. */
function quantiles(times: readonly number[]): readonly number[] {
  const sorted = times.toSorted((one, other) => one - other);
  return Array.from({ length: PERCENT + 1 }, (_, percent) => {
    const place = Math.round((percent / PERCENT) * (sorted.length - 1));
    return sorted[place] ?? 0;
  });
}

function dwellOf(times: readonly number[]): Insights["dwell"] {
  const within = (fromMs: number, toMs = Number.POSITIVE_INFINITY) =>
    times.filter((ms) => ms >= fromMs && ms < toMs).length;
  return {
    decided: times.length,
    underTwoSeconds: within(0, QUICK_MS),
    buckets: DWELL_FROM_MS.map((fromMs, index) => {
      const toMs = DWELL_FROM_MS[index + 1];
      return { fromMs, ...present({ toMs }), count: within(fromMs, toMs) };
    }),
  };
}
