import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time.ts";
import { pageLocale } from "../browser/language.ts";
import { say } from "./messages/messages.ts";

/** "just now", "3 min ago", "in 2 h", "5 d ago"; the reader's date if it is more than 30 days away. */
export function relative(at: string, nowMs: number): string {
  const ms = Date.parse(at) - nowMs;
  if (Math.abs(ms) > 30 * DAY_MS) return date(at);
  if (Math.abs(ms) < MINUTE_MS / 2) return say("now");
  const { count, unit } = spanOf(Math.abs(ms));
  return ms < 0 ? say(`ago.${unit}`, { count }) : say(`in.${unit}`, { count });
}

function date(at: string): string {
  return new Date(at).toLocaleDateString(pageLocale, { dateStyle: "medium" });
}

/** A span in its largest unit: "40 s", "3 min", "2 h", "5 d". */
export function short(ms: number): string {
  const { count, unit } = spanOf(ms);
  return say(`span.${unit}`, { count });
}

function spanOf(ms: number): { readonly count: number; readonly unit: "s" | "min" | "h" | "d" } {
  if (ms < MINUTE_MS) return { count: Math.max(0, Math.round(ms / 1000)), unit: "s" };
  if (ms < HOUR_MS) return { count: Math.round(ms / MINUTE_MS), unit: "min" };
  if (ms < 2 * DAY_MS) return { count: Math.round(ms / HOUR_MS), unit: "h" };
  return { count: Math.round(ms / DAY_MS), unit: "d" };
}

/** Date and time in the reader's zone. */
export function exact(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? at
    : date.toLocaleString(pageLocale, { dateStyle: "medium", timeStyle: "medium" });
}
