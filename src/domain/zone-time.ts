import { EarshotError } from "./errors.ts";
import { DAY_MS, MINUTE_MS } from "./time.ts";

/*
 * Finds when a time of day comes in a time zone. A time that a day skips comes at the first moment
 * after the gap. A time that a day has twice comes only the first time.
 */

/** Longer than any week without the wanted day. */
const HORIZON_DAYS = 8;

export const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A time of day, on some days of the week. */
export interface DailyTime {
  /** `HH:MM`. */
  readonly at: string;
  /** Every day if absent. */
  readonly days?: readonly Weekday[] | undefined;
  readonly timeZone: string;
}

/** Whether the text is a time of day as `HH:MM`. */
export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** Throws INVALID_INPUT if no time zone has this name. */
export function checkTimeZone(timeZone: string): void {
  if (isTimeZone(timeZone)) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `There is no time zone ${JSON.stringify(timeZone)}. Name one such as Europe/Berlin.`,
  );
}

/** What clocks there show at a moment, as milliseconds of a day and time of UTC. */
export function wallAt(timeZone: string, ms: number): number {
  return zoneOf(timeZone).wall(ms);
}

/** The moment at which clocks there show a day and time, given as milliseconds of UTC. */
export function momentAt(timeZone: string, wall: number): number {
  return momentOf(zoneOf(timeZone), wall);
}

export function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** The first time after `fromMs`, in milliseconds since 1970. */
export function nextTime(time: DailyTime, fromMs: number): number {
  for (const at of timesAround(time, fromMs, 1)) {
    if (at > fromMs) return at;
  }
  throw new Error(`No ${time.at} comes within ${HORIZON_DAYS} days.`);
}

/** The last time after `fromMs` and not after `toMs`; undefined if there is none. */
export function lastTime(
  time: DailyTime,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): number | undefined {
  for (const at of timesAround(time, toMs, -1)) {
    if (at <= toMs) return at > fromMs ? at : undefined;
  }
  return undefined;
}

/** Starts a day before `nowMs`, or after it when going back. Callers stop at the first match. */
function* timesAround(
  { at, days, timeZone }: DailyTime,
  nowMs: number,
  direction: 1 | -1,
): Generator<number> {
  const zone = zoneOf(timeZone);
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  const today = Math.floor(zone.wall(nowMs) / DAY_MS) * DAY_MS;
  for (let day = -1; day <= HORIZON_DAYS; day++) {
    const date = today + direction * day * DAY_MS;
    const weekday = WEEKDAYS[new Date(date).getUTCDay()];
    if (days !== undefined && !days.some((one) => one === weekday)) continue;
    yield momentOf(zone, date + (hours * 60 + minutes) * MINUTE_MS);
  }
}

interface Zone {
  /** What clocks there show at a moment, as milliseconds of a day and time of UTC. */
  wall(ms: number): number;
}

function momentOf(zone: Zone, wall: number): number {
  const offsets = [-DAY_MS, DAY_MS].map((away) => {
    const near = wall + away;
    return zone.wall(near) - near;
  });
  const fitting = offsets
    .map((offset) => wall - offset)
    .filter((moment) => zone.wall(moment) === wall);
  if (fitting.length > 0) return Math.min(...fitting);
  return endOfGap(zone, wall, {
    from: wall - Math.max(...offsets),
    to: wall - Math.min(...offsets),
  });
}

/** The first minute at which clocks show `wall` or a later time. */
function endOfGap(
  zone: Zone,
  wall: number,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  let [low, high] = [Math.floor(from / MINUTE_MS), Math.ceil(to / MINUTE_MS)];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (zone.wall(middle * MINUTE_MS) >= wall) high = middle;
    else low = middle + 1;
  }
  return low * MINUTE_MS;
}

const UTC: Zone = { wall: (ms) => ms };

function zoneOf(timeZone: string): Zone {
  // The zone of all who have named none: the tables for others take 6 MB of a process.
  if (timeZone === "UTC") return UTC;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return {
    wall(ms) {
      const parts = Object.fromEntries(
        format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
      );
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
      return Date.UTC(year, month - 1, day, hour, minute, second) + (ms % 1_000);
    },
  };
}
