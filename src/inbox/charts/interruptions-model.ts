import { DAY_MS } from "../../domain/time.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Insights } from "../../ports/earshot/inbox.ts";
import { say } from "./messages/messages.ts";
import { plainNumber } from "./words.ts";

type Interruptions = Insights["interruptions"];

const HOURS = 24;

export interface DayBar {
  /** When the local day begins, in milliseconds since 1970. */
  readonly at: number;
  readonly count: number;
}

export interface DaysWindow {
  readonly days: number;
  readonly now: number;
}

/** One bar for each local day up to today, without a gap; a day may have 23 or 25 hours. */
export function dayBars(
  interruptions: Interruptions,
  { days, now }: DaysWindow,
): readonly DayBar[] {
  const counts = new Map<number, number>();
  const first = startOfDay(now - days * DAY_MS);
  for (let at = first; at <= now; at = dayAfter(at)) counts.set(at, 0);
  for (const { at, count } of interruptions) {
    const day = startOfDay(toMs(at));
    const known = counts.get(day);
    if (known !== undefined) counts.set(day, known + count);
  }
  return [...counts].map(([at, count]) => ({ at, count }));
}

function startOfDay(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}

function dayAfter(day: number): number {
  const next = new Date(day);
  return next.setDate(next.getDate() + 1);
}

/** For each local hour of the day, how often it interrupted on average over the days. */
export function hourBars(interruptions: Interruptions, days: number): readonly number[] {
  const counts = new Array<number>(HOURS).fill(0);
  for (const { at, count } of interruptions) {
    const hour = new Date(toMs(at)).getHours();
    counts[hour] = (counts[hour] ?? 0) + count;
  }
  return counts.map((count) => count / days);
}

/** Tells the highest bar, in the words of the bars. */
export function daysSentence(bars: readonly DayBar[], dayOf: (at: number) => string): string {
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return say("nobody-asked");
  const most = bars.reduce((best, one) => (one.count > best.count ? one : best));
  const quiet = bars.filter(({ count }) => count === 0).length;
  const asked = say("days.asked", { count: total, day: dayOf(most.at), most: most.count });
  return quiet === 0 ? asked : [asked, say("days.quiet", { count: quiet })].join(" ");
}

export function hoursSentence(bars: readonly number[]): string {
  const average = bars.reduce((sum, count) => sum + count, 0);
  if (average === 0) return say("nobody-asked");
  const busiest = bars.indexOf(Math.max(...bars));
  const quiet = bars.filter((count) => count === 0).length;
  const asked = say("hours.average", {
    times: timesText(average),
    from: clockText(busiest),
    to: clockText((busiest + 1) % HOURS),
    most: timesText(bars[busiest] ?? 0),
  });
  return quiet === 0 ? asked : [asked, say("hours.quiet", { count: quiet })].join(" ");
}

function timesText(count: number): string {
  if (count < 0.05) return say("times.few");
  return count === 1 ? say("times.one") : say("times.many", { count: plainNumber(count) });
}

/** `09:00`, as in a timetable. */
export function clockText(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}
