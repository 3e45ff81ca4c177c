import { formatDuration } from "../../domain/duration.ts";

/** Keeps a figure and its unit on one line. */
const NBSP = "\u00a0";

/** A length of time for people, in its two largest units: `340 ms`, `2.4 s`, `4 min 10 s`, `2 d 3 h`. */
export function timeText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)}${NBSP}ms`;
  if (ms < 10_000) return `${Math.round(ms / 100) / 10}${NBSP}s`;
  return formatDuration(ms).replace(/\d+[smhd]/g, (part) => {
    const unit = part.slice(-1);
    return `${part.slice(0, -1)}${NBSP}${unit === "m" ? "min" : unit}`;
  });
}

/** A share in whole percent; a small share is never rounded to nothing, nor a large one to all. */
export function percent(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return `0${NBSP}%`;
  if (part >= whole) return `100${NBSP}%`;
  const share = Math.round((part / whole) * 100);
  return `${Math.min(Math.max(share, 1), 99)}${NBSP}%`;
}

/** `1 request`, `12,345 requests`, `no requests`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? `no ${many}` : `${grouped(count)} ${count === 1 ? one : many}`;
}

/** `12,345`, the same in every locale. */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A number, with one decimal if it is small: `0.4`, `3`, `12`. */
export function plainNumber(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return rounded < 10 && !Number.isInteger(rounded) ? rounded.toFixed(1) : grouped(value);
}

export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[], last: "and" | "or" = "and"): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} ${last} ${items.at(-1)}`;
}
