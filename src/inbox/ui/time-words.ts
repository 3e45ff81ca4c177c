const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "just now", "3 min ago", "in 2 h", "5 d ago"; the date where it is more than 30 days away. */
export function relative(at: string, nowMs: number): string {
  const ms = Date.parse(at) - nowMs;
  if (Math.abs(ms) > 30 * DAY) return at.slice(0, 10);
  if (Math.abs(ms) < MINUTE / 2) return "just now";
  return ms < 0 ? `${short(-ms)} ago` : `in ${short(ms)}`;
}

/** A span in its greatest unit: "40 s", "3 min", "2 h", "5 d". */
export function short(ms: number): string {
  if (ms < MINUTE) return `${Math.max(0, Math.round(ms / 1000))} s`;
  if (ms < HOUR) return `${Math.round(ms / MINUTE)} min`;
  if (ms < 2 * DAY) return `${Math.round(ms / HOUR)} h`;
  return `${Math.round(ms / DAY)} d`;
}

/** Date and time where the reader is. */
export function exact(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? at
    : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
}
