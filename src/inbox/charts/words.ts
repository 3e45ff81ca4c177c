import { formatDuration } from "../../domain/duration.ts";
import { pageLanguage, pageLocale } from "../browser/language.ts";
import { say } from "./messages/messages.ts";

/** Keeps a figure and its unit on one line. */
const NBSP = "\u00a0";

type Unit = "ms" | "s" | "min" | "h" | "d" | "y";

/** `10 min`. */
export function inUnit(count: number, unit: Unit): string {
  return say(`unit.${unit}`, { count: plainNumber(count) });
}

/** A length of time for people, in its two largest units: `340 ms`, `2.4 s`, `4 min 10 s`, `2 d 3 h`. */
export function timeText(ms: number): string {
  if (ms < 1_000) return whole(inUnit(Math.round(ms), "ms"));
  if (ms < 10_000) return whole(inUnit(ms / 1_000, "s"));
  return formatDuration(ms).replace(/\d+[smhd]/g, (part) => {
    const unit = part.slice(-1);
    return whole(inUnit(Number(part.slice(0, -1)), unit === "m" ? "min" : (unit as Unit)));
  });
}

function whole(text: string): string {
  return text.replace(" ", NBSP);
}

/** A share in whole percent; a small share is never rounded to nothing, nor a large one to all. */
export function percent(part: number, of: number): string {
  return whole(say("share", { share: String(wholePercent(part, of)) }));
}

function wholePercent(part: number, of: number): number {
  if (of <= 0 || part <= 0) return 0;
  if (part >= of) return 100;
  return Math.min(Math.max(Math.round((part / of) * 100), 1), 99);
}

const wholes = new Intl.NumberFormat(pageLocale, { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat(pageLocale, { maximumFractionDigits: 1 });

/** `12,345`, as the reader writes it. */
export function grouped(count: number): string {
  return wholes.format(count);
}

/** A number, with one decimal if it is small: `0.4`, `3`, `12`. */
export function plainNumber(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return rounded < 10 ? tenths.format(rounded) : grouped(value);
}

export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** English has no comma before `and`. */
const LISTS = pageLanguage === "en" ? "en-GB" : pageLanguage;

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[], last: "and" | "or" = "and"): string {
  const type = last === "and" ? "conjunction" : "disjunction";
  return new Intl.ListFormat(LISTS, { type }).format(items);
}

/** `a, b, c`. */
export function listedPlainly(items: readonly string[]): string {
  return new Intl.ListFormat(LISTS, { type: "unit" }).format(items);
}
