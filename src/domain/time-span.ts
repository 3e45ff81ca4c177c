import { parseDuration } from "./duration.ts";
import { EarshotError } from "./errors.ts";
import { formatId, type RequestId } from "./id.ts";
import { present } from "./present.ts";
import { DAY_MS, MINUTE_MS } from "./time.ts";
import { MAX_TIME_MS, type Timestamp, toMs, toTimestamp } from "./timestamp.ts";
import { checkTimeZone, momentAt, wallAt } from "./zone-time.ts";

/** The moments from `from` up to, and without, `before`; open at a side that it does not name. */
export interface TimeSpan {
  readonly from?: Timestamp;
  readonly before?: Timestamp;
}

/** A span as people write it: `2026-11-21`, `2026-11-21 09:30`, `today`, `3d`, or a moment with its zone. */
export interface WrittenSpan {
  readonly since?: string | undefined;
  /** With a whole day, to the end of that day. */
  readonly until?: string | undefined;
  /** Whose days and times they are; UTC where absent. */
  readonly timeZone?: string | undefined;
}

/**
 * So far an id may lie from the moment that its request tells: clocks are set right by less. What was
 * made while a clock stood further ahead is not found by when it was.
 */
const SLACK_MS = MINUTE_MS;
const WRITTEN =
  /^(\d{4})-(\d{2})-(\d{2})(?:[t ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?(z|[+-]\d{2}:\d{2})?)?$/i;
const DAYS_AGO: Readonly<Record<string, number>> = { today: 0, yesterday: 1 };

/** Throws INVALID_INPUT for what is no time, and for an end that is not behind the beginning. */
export function readSpan(
  { since, until, timeZone = "UTC" }: WrittenSpan,
  now: Timestamp,
): TimeSpan {
  checkTimeZone(timeZone);
  const place = { timeZone, nowMs: toMs(now) };
  const from = since === undefined ? undefined : momentIn(since, place).fromMs;
  const before = until === undefined ? undefined : momentIn(until, place).toMs;
  if (from !== undefined && before !== undefined && before <= from) {
    throw new EarshotError(
      "INVALID_INPUT",
      `Nothing lies between: until ${JSON.stringify(until)} is not later than since ${JSON.stringify(since)}.`,
    );
  }
  return {
    ...present({
      from: from === undefined ? undefined : timestampOf(from),
      before: before === undefined ? undefined : timestampOf(before),
    }),
  };
}

interface Place {
  readonly timeZone: string;
  readonly nowMs: number;
}

/** Where it begins and, of a day, where that ends. */
function momentIn(text: string, place: Place): { readonly fromMs: number; readonly toMs: number } {
  const ago = DAYS_AGO[text.toLowerCase()];
  if (ago !== undefined) {
    return dayAt(Math.floor(wallAt(place.timeZone, place.nowMs) / DAY_MS) - ago, place);
  }
  const written = WRITTEN.exec(text);
  if (written === null) return at(place.nowMs - durationOf(text));
  const [, year, month, day, hour, minute = "0", second = "0", part = "0", offset] = written;
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const ms =
    ((Number(hour ?? 0) * 60 + Number(minute)) * 60 + Number(second)) * 1_000 +
    Number(part.padEnd(3, "0"));
  const isDate = new Date(date).toISOString().startsWith(`${year}-${month}-${day}`);
  const isTime = Number(hour ?? 0) < 24 && Number(minute) < 60 && Number(second) < 60;
  if (!isDate || !isTime) throw noTime(text, "There is no such day or time.");
  if (hour === undefined) return dayAt(date / DAY_MS, place);
  return at(
    offset === undefined ? momentAt(place.timeZone, date + ms) : date + ms - offsetMs(offset),
  );
}

function at(ms: number) {
  return { fromMs: ms, toMs: ms };
}

function dayAt(day: number, { timeZone }: Place) {
  const begin = (one: number) => momentAt(timeZone, one * DAY_MS);
  return { fromMs: begin(day), toMs: begin(day + 1) };
}

function offsetMs(offset: string): number {
  if (offset.toLowerCase() === "z") return 0;
  const [hours = 0, minutes = 0] = offset.slice(1).split(":").map(Number);
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS;
}

function durationOf(text: string): number {
  try {
    return parseDuration(text);
  } catch {
    throw noTime(text, "It is no day, time or length of time.");
  }
}

function noTime(text: string, why: string): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `${JSON.stringify(text)}: ${why} Write 2026-11-21, "2026-11-21 09:30", 2026-11-21T09:30:00Z, today, yesterday, or how long ago, such as 8h or 3d.`,
  );
}

function timestampOf(ms: number): Timestamp {
  return toTimestamp(Math.min(Math.max(ms, 0), MAX_TIME_MS));
}

export function isWithin({ from, before }: TimeSpan, moment: Timestamp): boolean {
  return (from === undefined || moment >= from) && (before === undefined || moment < before);
}

/**
 * Between which ids the requests of a span lie, for an engine that finds them by these: from `floor`
 * up to `ceiling`. Among them are some of before and behind it.
 */
export function idsAround({ from, before }: TimeSpan): {
  readonly floor?: RequestId;
  readonly ceiling?: RequestId;
} {
  const idAt = (ms: number) => formatId("req", Math.max(ms, 0), { high: 0, low: 0 });
  return {
    ...present({
      floor: from === undefined ? undefined : idAt(toMs(from) - SLACK_MS),
      ceiling: before === undefined ? undefined : idAt(toMs(before) + SLACK_MS),
    }),
  };
}
