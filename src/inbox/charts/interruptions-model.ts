import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Insights } from "../../ports/earshot/inbox.ts";
import { counted, plainNumber } from "./words.ts";

/** How many hours a bar stands for, so that about 60 fit. */
export function hoursABar(days: number): number {
  if (days <= 2) return 1;
  return days <= 7 ? 3 : 12;
}

export interface HourBar {
  /** Its beginning, in milliseconds since 1970. */
  readonly at: number;
  readonly hours: number;
  readonly count: number;
  /** The average over its hours. */
  readonly anHour: number;
}

export interface HoursWindow {
  readonly days: number;
  readonly now: number;
  /** How far local time is ahead of UTC, in minutes: bars begin at full hours of local time. */
  readonly aheadMinutes: number;
}

/** Bars without a gap over the last days, including those without an interruption. */
export function hourBars(
  interruptions: Insights["interruptions"],
  { days, now, aheadMinutes }: HoursWindow,
): readonly HourBar[] {
  const hours = hoursABar(days);
  const width = hours * HOUR_MS;
  const ahead = aheadMinutes * MINUTE_MS;
  const startOf = (ms: number) => Math.floor((ms + ahead) / width) * width - ahead;
  const first = startOf(now - days * DAY_MS);
  const length = Math.round((startOf(now) - first) / width) + 1;
  const counts = new Array<number>(length).fill(0);
  for (const { at, count } of interruptions) {
    const index = Math.floor((toMs(at) - first) / width);
    const known = counts[index];
    if (known !== undefined) counts[index] = known + count;
  }
  return counts.map((count, index) => ({
    at: first + index * width,
    hours,
    count,
    anHour: count / hours,
  }));
}

export function interruptionsSentence(
  interruptions: Insights["interruptions"],
  { days, timeOf }: { readonly days: number; readonly timeOf: (at: string) => string },
): string {
  const total = interruptions.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return "No agent asked a person in this time.";
  const busiest = interruptions.reduce((most, one) => (one.count > most.count ? one : most));
  const quiet = days * 24 - interruptions.filter(({ count }) => count > 0).length;
  const average = total / (days * 24);
  const anHour = average < 0.05 ? "less than 0.1" : plainNumber(average);
  return `Agents asked ${counted(total, "time")}, ${anHour} an hour on average. The busiest hour began ${timeOf(busiest.at)} with ${busiest.count}; in ${counted(Math.max(quiet, 0), "hour")} nobody was asked.`;
}
