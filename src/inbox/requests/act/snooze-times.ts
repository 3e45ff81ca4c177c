import { inTime } from "../../../domain/in-words.ts";
import { MAX_SNOOZE_MS } from "../../../domain/limits.ts";
import { HOUR_MS } from "../../../domain/time.ts";
import { say } from "./messages/messages.ts";
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
    { label: say("time.5"), at: new Date(now.getTime() + HOUR_MS / 12) },
    { label: say("time.15"), at: new Date(now.getTime() + HOUR_MS / 4) },
    { label: say("time.60"), at: new Date(now.getTime() + HOUR_MS) },
    ...(isEvening ? [] : [{ label: say("time.evening"), at: evening }]),
    { label: say("time.tomorrow"), at: atHour(now, { hour: MORNING, days: 1 }) },
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
  if (Number.isNaN(ms)) return say("fault.none");
  if (ms <= 0) return say("fault.past");
  if (isOver(at, expiresAt)) return say("fault.expired");
  return ms > MAX_SNOOZE_MS ? say("fault.far", { span: inTime(MAX_SNOOZE_MS) }) : undefined;
}
