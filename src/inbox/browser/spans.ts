import { formatDuration } from "../../domain/duration.ts";
import { wholeUnit } from "../../domain/in-words.ts";
import { pageLanguage, pageLocale } from "./language.ts";

/* Lengths of time in the language of the page. */

/** In its largest unit that leaves no rest: `30 days`, `1 hour`. */
export function inTime(ms: number): string {
  const { count, unit } = wholeUnit(ms);
  return inUnit(count, unit, "long");
}

const UNITS: Readonly<Record<string, string>> = { d: "day", h: "hour", m: "minute", s: "second" };
const BRIEF = pageLanguage === "en" ? "narrow" : "short";

/** In its two largest units at most: `3d 4h`, `12m`, `8s`. */
export function briefly(ms: number): string {
  return formatDuration(ms).replace(/(\d+)([dhms])/g, (_, count: string, unit: string) =>
    inUnit(Number(count), UNITS[unit] ?? "second", BRIEF),
  );
}

function inUnit(count: number, unit: string, unitDisplay: "long" | "short" | "narrow"): string {
  return new Intl.NumberFormat(pageLocale, { style: "unit", unit, unitDisplay }).format(count);
}
