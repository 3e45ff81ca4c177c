import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time.ts";
import { pageLocale } from "../browser/language.ts";

/** "just now", "3 min ago", "in 2 h", "5 d ago"; the reader's date if it is more than 30 days away. */
export function relative(at: string, nowMs: number): string {
  const ms = Date.parse(at) - nowMs;
  if (Math.abs(ms) > 30 * DAY_MS) return date(at);
  if (Math.abs(ms) < MINUTE_MS / 2) return "just now";
  return ms < 0 ? `${short(-ms)} ago` : `in ${short(ms)}`;
}

function date(at: string): string {
  return new Date(at).toLocaleDateString(pageLocale, { dateStyle: "medium" });
}

/** A span in its largest unit: "40 s", "3 min", "2 h", "5 d". */
export function short(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(0, Math.round(ms / 1000))} s`;
  if (ms < HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.round(ms / HOUR_MS)} h`;
  return `${Math.round(ms / DAY_MS)} d`;
}

/** Date and time in the reader's zone. */
export function exact(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? at
    : date.toLocaleString(pageLocale, { dateStyle: "medium", timeStyle: "medium" });
}
