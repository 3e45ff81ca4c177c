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

type DurationUnit = "d" | "h" | "m" | "s";

interface DurationPart {
  readonly unit: DurationUnit;
  readonly count: number;
}

const SECONDS: readonly (readonly [DurationUnit, number])[] = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
  ["s", 1],
];

/** A length of time in its two largest units at most; seconds if it has none. */
export function durationParts(ms: number): readonly DurationPart[] {
  let rest = Math.max(Math.floor(ms / 1_000), 0);
  const parts: DurationPart[] = [];
  for (const [unit, seconds] of SECONDS) {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    if (count > 0) parts.push({ unit, count });
  }
  return parts.length === 0 ? [{ unit: "s", count: 0 }] : parts.slice(0, 2);
}

/** The same for people: `3d 4h`, `12m`, `8s`. */
export function formatDuration(ms: number): string {
  return durationParts(ms)
    .map(({ unit, count }) => `${count}${unit}`)
    .join(" ");
}
