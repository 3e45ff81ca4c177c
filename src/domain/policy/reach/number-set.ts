/*
 * Sets of numbers that are exact decimals. A set is where one stands far below all numbers, and the places
 * at which that changes; so sets have complements and intersections, whatever their ends are.
 */

/** The number is `unscaled` / 10 ^ `scale`. */
export interface Exact {
  readonly unscaled: bigint;
  readonly scale: number;
}

/** Just before a number, or just after it. */
interface Cut {
  readonly at: Exact;
  readonly isAfter: boolean;
}

export interface NumberSet {
  readonly isFromBelow: boolean;
  readonly cuts: readonly Cut[];
}

export const NO_NUMBER: NumberSet = { isFromBelow: false, cuts: [] };
export const EVERY_NUMBER: NumberSet = { isFromBelow: true, cuts: [] };

const WRITTEN = /^(-?)(\d{1,64})(?:\.(\d{1,64}))?(?:e([+-]\d{1,3}))?$/;

/** A number by its shortest text, or as it is written; undefined for anything else. */
export function exactOf(written: number | string): Exact | undefined {
  const found = WRITTEN.exec(String(written));
  if (found === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = found;
  const unscaled = BigInt(`${sign}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  if (scale >= 0) return { unscaled, scale };
  return { unscaled: unscaled * 10n ** BigInt(-scale), scale: 0 };
}

export function exactText({ unscaled, scale }: Exact): string {
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, "");
  return `${unscaled < 0n ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

export function numbersBelow(at: Exact, isIncluded: boolean): NumberSet {
  return { isFromBelow: true, cuts: [{ at, isAfter: isIncluded }] };
}

export function otherNumbers({ isFromBelow, cuts }: NumberSet): NumberSet {
  return { isFromBelow: !isFromBelow, cuts };
}

export function oneNumber(at: Exact): NumberSet {
  return {
    isFromBelow: false,
    cuts: [
      { at, isAfter: false },
      { at, isAfter: true },
    ],
  };
}

export function numbersInBoth(one: NumberSet, other: NumberSet): NumberSet {
  if (one.cuts.length === 0) return one.isFromBelow ? other : one;
  if (other.cuts.length === 0) return other.isFromBelow ? one : other;
  return merged(one, other);
}

function merged(one: NumberSet, other: NumberSet): NumberSet {
  const cuts: Cut[] = [];
  const isFromBelow = one.isFromBelow && other.isFromBelow;
  let isIn = isFromBelow;
  let [first, second] = [0, 0];
  while (first < one.cuts.length || second < other.cuts.length) {
    const [a, b] = [one.cuts[first], other.cuts[second]];
    const order = orderOf(a, b);
    const cut = order <= 0 ? a : b;
    first += Number(order <= 0);
    second += Number(order >= 0);
    const isNow = isInside(one, first) && isInside(other, second);
    if (isNow !== isIn && cut !== undefined) cuts.push(cut);
    isIn = isNow;
  }
  return { isFromBelow, cuts };
}

function isInside({ isFromBelow }: NumberSet, passed: number): boolean {
  return passed % 2 === 0 ? isFromBelow : !isFromBelow;
}

/** What is missing comes last. */
function orderOf(one: Cut | undefined, other: Cut | undefined): number {
  if (one === undefined || other === undefined) {
    return Number(one === undefined) - Number(other === undefined);
  }
  return compare(one.at, other.at) || Number(one.isAfter) - Number(other.isAfter);
}

function compare(one: Exact, other: Exact): number {
  const scale = Math.max(one.scale, other.scale);
  const to = ({ unscaled, scale: from }: Exact) => unscaled * 10n ** BigInt(scale - from);
  const [a, b] = [to(one), to(other)];
  return a === b ? 0 : a < b ? -1 : 1;
}

export function isNoNumber({ isFromBelow, cuts }: NumberSet): boolean {
  return !isFromBelow && cuts.length === 0;
}

/** The numbers of a set that has a few; undefined where it has a range. */
export function numbersOf({ isFromBelow, cuts }: NumberSet): readonly Exact[] | undefined {
  if (isFromBelow || cuts.length % 2 === 1) return undefined;
  const found: Exact[] = [];
  for (let n = 0; n < cuts.length; n += 2) {
    const [from, to] = [cuts[n], cuts[n + 1]];
    if (from === undefined || to === undefined || compare(from.at, to.at) !== 0) return undefined;
    found.push(from.at);
  }
  return found;
}
