import { EarshotError } from "./errors.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "./time.ts";

const UNITS_MS: Readonly<Record<string, number>> = {
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
};
const DURATION = /^(\d{1,9}(?:\.\d{1,3})?)([smhd])$/;

/** Reads `45s`, `10m`, `8h`, `3d`, or a bare `0`; milliseconds. */
export function parseDuration(text: string): number {
  if (text === "0") return 0;
  const [, amount, unit] = DURATION.exec(text) ?? [];
  const factor = UNITS_MS[unit ?? ""];
  if (amount === undefined || factor === undefined) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${JSON.stringify(text)} is not a duration. Write 45s, 10m, 8h or 3d.`,
    );
  }
  return Math.round(Number(amount) * factor);
}

/** A length of time for people, in its two largest units at most: `3d 4h`, `12m`, `8s`. */
export function formatDuration(ms: number): string {
  let rest = Math.max(Math.floor(ms / 1_000), 0);
  const parts: string[] = [];
  for (const [unit, seconds] of [
    ["d", 86_400],
    ["h", 3_600],
    ["m", 60],
    ["s", 1],
  ] as const) {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.slice(0, 2).join(" ") || "0s";
}
