import type { MessageId } from "../../domain/id.ts";
import { DAY_MS } from "../../domain/time.ts";
import { type Timestamp, toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Statement } from "./statement.ts";

export interface Deadline {
  /** As it was said. */
  readonly words: string;
  /** `2026-12-04`, or a moment if an hour was given. */
  readonly date: string;
  readonly sources: readonly MessageId[];
}

const CUE =
  /\b(?:by|before|until|till|due(?: (?:on|by|in|date(?: is)?))?|deadline(?: is|:)?(?: on)?|no later than|not later than|within(?: the next)?|in time for|(?:need|want|expect|deliver|finish|complete|have|ready|done|needed)(?: (?:it|this|that|them|everything))?(?: (?:done|ready|finished|by|on|in|for))?)\s+(?=(?:the |this |next |end |a |an |\d|one|two|three|four|five|six|seven|eight|ten|few|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|today|tomorrow|tonight|noon|midnight|eod|eow|eom|christmas|new year|in \d|in two|in a|on ))/gi;
const BARE =
  /^(?:by |on |before )?(?:today|tonight|tomorrow|(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:next|this) (?:week|month))[\s.!]*$/i;
const AT_ONCE = /\b(?:asap|as soon as possible|right away|immediately|urgent(?:ly)?)\b/i;
const END_OF = /^(?:the )?(?:end of (?:the |this )?(day|week|month|quarter|year)|(eod|eow|eom))\b/i;
const DAYS = ["day", "weekday", "month", "year"] as const;
/** How fast something should be, not when it should be done. */
const SPEED = /^(?:an? |the )?(?:[\p{L}\d.,]+ ){0,2}(?:ms|milliseconds?|seconds?|secs?)\b/iu;
const DENIAL = /^(?:no|not|never|don['’]?t|do not|nothing)\b/i;
const PAST =
  /(?<!\p{L})(?:was|were|had been|should have been)(?: \p{L}+)? (?:due|ready|done|needed|finished|expected)(?: on| by| in)? $/iu;
const OF_OTHERS =
  /(?<!\p{L})(?:payment|pay|reply|respond|answer|refund|return|cancel\p{L}*|deliver(?:y|ed)) (?:is due )?(?:within|by|before|until)(?: the next)? $/iu;
const WANTING = /(?<!\p{L})(?:need|want|expect|have)(?: (?:it|this|that))? $/iu;
/** "The minutes of the meeting" count nothing. */
const UNCOUNTED = /^(?:the |my |our )?(?:seconds|minutes|hours|days|weeks|months)$/i;
const WANTED_BY =
  /(?<!\p{L})(?:needs?|needed|wants?|wanted|due|ready|done|finished)(?: (?:it|this|that|them|these|those|everything))?(?: (?:done|ready|finished|back))? by $/iu;
const LASTS =
  /^(?:an? )?(?:\d+|one|two|three|four|five|six|eight|ten|few)[ -](?:minute|min|hour|day|week|month|year)s? /iu;
const WINDOW = 60;
const MAX_LOOKED_AT = 60;
const HELD: ReadonlySet<string> = new Set(["question", "small_talk", "non_goal"]);

/**
 * The moments by which the task should be done, according to the statements, from `now`, in UTC.
 */
export async function deadlinesOf(
  statements: readonly Statement[],
  now: Timestamp,
): Promise<readonly Deadline[]> {
  const found: Deadline[] = [];
  for (const statement of statements.slice(0, MAX_LOOKED_AT)) {
    if (HELD.has(statement.kind) || DENIAL.test(statement.said)) continue;
    if (statement.denied?.includes("deadline") === true) continue;
    const deadline = await deadlineIn(statement, now);
    if (deadline !== undefined) found.push(deadline);
  }
  return found;
}

async function deadlineIn(statement: Statement, now: Timestamp): Promise<Deadline | undefined> {
  const { said, sources, topicKind } = statement;
  const starts = [...said.matchAll(CUE)].slice(0, 4).map(({ index, 0: cue }) => index + cue.length);
  if (topicKind === "deadline" || BARE.test(said)) starts.push(0);
  for (const start of starts) {
    const text = said.slice(start, start + WINDOW);
    if (SPEED.test(text) || isOfOther(said.slice(0, start), text)) continue;
    const isWanted = WANTED_BY.test(said.slice(0, start));
    const moment = endOf(text, now) ?? (await momentIn(text, now, isWanted));
    if (moment !== undefined) return { ...moment, sources };
  }
  const atOnce = AT_ONCE.exec(said)?.[0];
  return atOnce === undefined ? undefined : { words: atOnce, date: now.slice(0, 10), sources };
}

/** "Was due on 3 October" is told, "a 45 minute lecture" lasts, and a payment is due by itself. */
function isOfOther(before: string, text: string): boolean {
  return PAST.test(before) || OF_OTHERS.test(before) || (WANTING.test(before) && LASTS.test(text));
}

type Moment = Omit<Deadline, "sources">;

function endOf(text: string, now: Timestamp): Moment | undefined {
  const match = END_OF.exec(text);
  if (match === null) return undefined;
  const short = { eod: "day", eow: "week", eom: "month" }[match[2]?.toLowerCase() ?? ""];
  const date = lastDayOf(match[1]?.toLowerCase() ?? short ?? "day", new Date(toMs(now)));
  return { words: match[0], date };
}

function lastDayOf(unit: string, today: Date): string {
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  const ends: Readonly<Record<string, number>> = {
    day: today.getTime(),
    week: today.getTime() + ((12 - today.getUTCDay()) % 7) * DAY_MS,
    month: Date.UTC(year, month + 1, 0),
    quarter: Date.UTC(year, month - (month % 3) + 3, 0),
    year: Date.UTC(year, 11, 31),
  };
  return toTimestamp(ends[unit] ?? today.getTime()).slice(0, 10);
}

async function momentIn(
  text: string,
  now: Timestamp,
  isWanted: boolean,
): Promise<Moment | undefined> {
  // Loaded with the first date: most conversations have none.
  const chrono = await import("chrono-node/en");
  const reference = { instant: new Date(toMs(now)), timezone: 0 };
  const [first] = chrono.parse(text, reference, { forwardDate: true });
  if (first === undefined || first.index > WINDOW / 4) return undefined;
  if (UNCOUNTED.test(first.text)) return undefined;
  // An hour alone is a limit of the work itself, unless somebody wants it by then.
  const isHour = isWanted && first.index === 0 && first.start.isCertain("hour");
  if (!isHour && !DAYS.some((part) => first.start.isCertain(part))) return undefined;
  const at = toTimestamp(first.start.date().getTime());
  return { words: first.text, date: first.start.isCertain("hour") ? at : at.slice(0, 10) };
}
