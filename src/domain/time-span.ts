import { parseDuration } from "./duration.ts";
import { EarshotError } from "./errors.ts";
import { formatId, type RequestId } from "./id.ts";
import { present } from "./present.ts";
import { DAY_MS, MINUTE_MS } from "./time.ts";
import { MAX_TIME_MS, type Timestamp, toMs, toTimestamp } from "./timestamp.ts";
import { checkTimeZone, momentAt, wallAt } from "./zone-time.ts";

/** The moments from `from` up to `before`, which is not one of them. A side that is absent is open. */
export interface TimeSpan {
  readonly from?: Timestamp;
  readonly before?: Timestamp;
}

/** A span as people write it: `2026-11-21`, `2026-11-21 09:30`, `today`, `3d`, or a moment with its zone. */
export interface WrittenSpan {
  readonly since?: string | undefined;
  /** A whole day counts to its end. */
  readonly until?: string | undefined;
  /** The time zone of its days and times; UTC if absent. */
  readonly timeZone?: string | undefined;
}

/**
 * How far the time in an id may lie from the time of its request. Corrections of clocks are smaller. A
 * request made while a clock was further ahead is not found by its time.
 */
const SLACK_MS = MINUTE_MS;
const WRITTEN =
  /^(\d{4})-(\d{2})-(\d{2})(?:[t ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?(z|[+-]\d{2}:\d{2})?)?$/i;
const DAYS_AGO: Readonly<Record<string, number>> = { today: 0, yesterday: 1 };

/** Throws INVALID_INPUT for text that is no time, and for an end that is not after the beginning. */
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

/** The moment at which it begins, and for a day the moment at which it ends. */
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
    throw noTime(text, "It is not a day, a time or a length of time.");
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
 * The ids between which the requests of a span lie, for an engine that finds requests by id: from
 * `floor` up to `ceiling`. Some requests from shortly before and after the span are among them.
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
