/**
 * A moment as ISO 8601 in UTC with milliseconds, `2026-11-21T09:30:00.000Z`. All values that cross
 * a door are JSON, so a moment is text everywhere; of this fixed width, text order is time order.
 */
export type Timestamp = string;

/** The last moment of fixed width: after the year 9999 ISO text is longer and no longer sorts. */
export const MAX_TIME_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The last result, because the same moment is written many times within one millisecond. */
let last = { ms: Number.NaN, text: "" };

export function toTimestamp(ms: number): Timestamp {
  if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() };
  return last.text;
}

export function toMs(timestamp: Timestamp): number {
  return Date.parse(timestamp);
}
