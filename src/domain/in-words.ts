import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "./time.ts";

/** A number for people: `55,000`. */
export function inDigits(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A size in its largest unit that leaves no rest: `64 KiB`, `4 MiB`, `2,000 bytes`. */
export function inBytes(bytes: number): string {
  if (bytes >= 1_048_576 && bytes % 1_048_576 === 0) return `${inDigits(bytes / 1_048_576)} MiB`;
  if (bytes >= 1_024 && bytes % 1_024 === 0) return `${inDigits(bytes / 1_024)} KiB`;
  return `${inDigits(bytes)} bytes`;
}

const UNITS = [
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
  ["second", SECOND_MS],
] as const;

/** A length of time in its largest unit that leaves no rest: 30 of `day`. A day is 24 of `hour`. */
export function wholeUnit(ms: number): { readonly count: number; readonly unit: string } {
  const fits = (size: number) => ms >= size && ms % size === 0;
  const found = UNITS.find(([, size]) => fits(size) && (size < DAY_MS || ms > size));
  const [unit, size] = found ?? ["millisecond", 1];
  return { count: ms / size, unit };
}

/** The same in words: `30 days`, `1 hour`. */
export function inTime(ms: number): string {
  const { count, unit } = wholeUnit(ms);
  return `${inDigits(count)} ${unit}${count === 1 ? "" : "s"}`;
}
