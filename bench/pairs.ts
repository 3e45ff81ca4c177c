import { median, quantile } from "./statistics.ts";

export interface Pairs {
  /** Medians of the slices of each side. */
  readonly first: number;
  readonly second: number;
  /** First ÷ second, the median over the pairs. */
  readonly ratio: number;
  /** The range of the middle half of the pairs' ratios, for people to judge the noise by. */
  readonly spread: string;
}

export interface PairsOptions {
  readonly pairs: number;
  readonly first: () => Promise<number>;
  readonly second: () => Promise<number>;
}

/**
 * Measures two things alternately in short slices and compares each slice with its neighbour, so
 * that a slow phase of the machine affects both. Which one goes first alternates.
 */
export async function inPairs({ pairs, first, second }: PairsOptions): Promise<Pairs> {
  const firsts: number[] = [];
  const seconds: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const isInOrder = pair % 2 === 0;
    if (isInOrder) firsts.push(await first());
    seconds.push(await second());
    if (!isInOrder) firsts.push(await first());
  }
  const ratios = firsts.map((value, pair) => value / (seconds[pair] ?? Number.NaN));
  return {
    first: median(firsts),
    second: median(seconds),
    ratio: median(ratios),
    spread: `${quantile(ratios, 0.25).toFixed(2)} to ${quantile(ratios, 0.75).toFixed(2)}`,
  };
}
