import { inTime } from "../../../domain/in-words.ts";
import { MAX_SNOOZE_MS } from "../../../domain/limits.ts";
import { HOUR_MS } from "../../../domain/time.ts";
/** A moment to which a request can be put off. */
export interface SnoozeTime {
  readonly label: string;
  readonly at: Date;
}

const EVENING = 18;
const MORNING = 9;

/**
 * What is offered at `now`, in the viewer's time zone. Leaves out an evening that is over and any
 * time after the request expires.
 */
export function snoozeTimes(now: Date, expiresAt?: string): readonly SnoozeTime[] {
  const evening = atHour(now, { hour: EVENING, days: 0 });
  const isEvening = evening.getTime() - now.getTime() < HOUR_MS / 2;
  const times = [
    { label: "5 minutes", at: new Date(now.getTime() + HOUR_MS / 12) },
    { label: "15 minutes", at: new Date(now.getTime() + HOUR_MS / 4) },
    { label: "1 hour", at: new Date(now.getTime() + HOUR_MS) },
    ...(isEvening ? [] : [{ label: "This evening, 18:00", at: evening }]),
    { label: "Tomorrow, 9:00", at: atHour(now, { hour: MORNING, days: 1 }) },
  ];
  return times.filter(({ at }) => !isOver(at, expiresAt));
}

function isOver(at: Date, expiresAt: string | undefined): boolean {
  return expiresAt !== undefined && at.getTime() >= Date.parse(expiresAt);
}

function atHour(now: Date, { hour, days }: { hour: number; days: number }): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
}

/** What is wrong with a time that somebody typed; undefined if nothing is. */
export function snoozeFault(
  at: Date,
  { now, expiresAt }: { readonly now: Date; readonly expiresAt?: string | undefined },
): string | undefined {
  const ms = at.getTime() - now.getTime();
  if (Number.isNaN(ms)) return "Choose a day and a time.";
  if (ms <= 0) return "Choose a time in the future.";
  if (isOver(at, expiresAt)) return "It has expired by then: choose an earlier time.";
  return ms > MAX_SNOOZE_MS ? `At most ${inTime(MAX_SNOOZE_MS)}.` : undefined;
}
