import { quoted } from "./quoted.ts";

const WEEKDAYS = {
  weekday: "short",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;

/** A moment as a clock on a wall shows it. */
export class LocalTime {
  /** `mon`, `tue`, `wed`, `thu`, `fri`, `sat` or `sun`. */
  readonly weekday: string;
  /** As 2026-11-29. */
  readonly date: string;
  /** As 09:30. */
  readonly time: string;
  readonly hour: bigint;
  readonly minute: bigint;

  constructor(at: Date, zone: string) {
    const parts = new Map(
      formatOf(zone)
        .formatToParts(at)
        .map(({ type, value }) => [type, value]),
    );
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
    this.weekday = part("weekday").toLowerCase();
    this.date = `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
    this.time = `${part("hour")}:${part("minute")}`;
    this.hour = BigInt(part("hour"));
    this.minute = BigInt(part("minute"));
  }
}

const WRITTEN = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** A moment as text, RFC 3339 with its zone. Throws on anything else, and on a day that there is not. */
export function timeOf(text: string): Date {
  const at = WRITTEN.test(text) ? new Date(text) : undefined;
  const day = text.slice(0, 10);
  // The parser takes 31 February for a day of March.
  const isDay = new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  if (at === undefined || Number.isNaN(at.getTime()) || !isDay) {
    throw new Error(`${quoted(text)} is no time such as 2026-11-27T09:30:00+01:00`);
  }
  return at;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Throws on a zone that is not in the list of IANA. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  let made: Intl.DateTimeFormat;
  try {
    made = new Intl.DateTimeFormat("en-US", { ...WEEKDAYS, timeZone: zone });
  } catch {
    throw new Error(`${quoted(zone)} is no time zone such as Europe/Berlin`);
  }
  formats.set(zone, made);
  return made;
}

/** From the first time on and before the second; over midnight where the second is the smaller. */
export function isBetween({ time }: LocalTime, from: string, to: string): boolean {
  for (const written of [from, to]) {
    if (!CLOCK.test(written)) throw new Error(`${quoted(written)} is no time such as 09:00`);
  }
  return from <= to ? from <= time && time < to : time >= from || time < to;
}
