import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../domain/time.ts";
import { inUnit } from "./words.ts";

/** Maps a value to a place along an axis. */
export type Scale = (value: number) => number;

export interface Span {
  readonly from: number;
  readonly to: number;
}

export function linearScale(domain: Span, range: Span): Scale {
  const length = domain.to - domain.from || 1;
  return (value) => range.from + ((value - domain.from) / length) * (range.to - range.from);
}

/** By powers of ten; values below the domain, including zero, go to its beginning. */
export function logScale(domain: Span, range: Span): Scale {
  const linear = linearScale({ from: Math.log(domain.from), to: Math.log(domain.to) }, range);
  return (value) => linear(Math.log(Math.max(value, domain.from)));
}

/** Round numbers from 0 to at least `most`, about `count` of them. */
export function countTicks(most: number, count = 4): readonly number[] {
  const step = roundStep(Math.max(most, 1) / count);
  const last = Math.ceil(Math.max(most, 1) / step);
  return Array.from({ length: last + 1 }, (_, index) => Math.round(index * step * 1e6) / 1e6);
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}

const TIMES = [
  [100, 0.1, "s"],
  [SECOND_MS, 1, "s"],
  [10 * SECOND_MS, 10, "s"],
  [MINUTE_MS, 1, "min"],
  [10 * MINUTE_MS, 10, "min"],
  [HOUR_MS, 1, "h"],
  [6 * HOUR_MS, 6, "h"],
  [DAY_MS, 1, "d"],
  [7 * DAY_MS, 7, "d"],
  [30 * DAY_MS, 30, "d"],
  [365 * DAY_MS, 1, "y"],
] as const;

export interface TimeTick {
  readonly ms: number;
  readonly text: string;
}

/** Usual lengths of time, from the last below `least` to the first above `most`. */
export function timeTicks(least: number, most: number): readonly TimeTick[] {
  const below = TIMES.findLastIndex(([ms]) => ms <= least);
  const above = TIMES.findIndex(([ms]) => ms >= most);
  const from = Math.max(Math.min(below, TIMES.length - 2), 0);
  const to = Math.max(above < 0 ? TIMES.length - 1 : above, from + 1);
  return TIMES.slice(from, to + 1).map(([ms, count, unit]) => ({ ms, text: inUnit(count, unit) }));
}
