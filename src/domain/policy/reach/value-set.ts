import type { Json } from "../../json.ts";
import { isJsonObject } from "../../json-equal.ts";
import {
  EVERY_NUMBER,
  exactOf,
  exactText,
  isNoNumber,
  NO_NUMBER,
  type NumberSet,
  numbersInBoth,
  numbersOf,
  oneNumber,
  otherNumbers,
} from "./number-set.ts";

/** These alone, or all but these; JSON values by their text. */
interface Few {
  readonly isBut: boolean;
  readonly these: ReadonlySet<string>;
}

/**
 * What a part of a condition may come to: a value of some kind, or nothing, where the part fails because
 * an argument is missing or of another kind.
 */
export interface ValueSet {
  readonly fails: boolean;
  readonly isNull: boolean;
  readonly isTrue: boolean;
  readonly isFalse: boolean;
  readonly numbers: NumberSet;
  readonly texts: Few;
  readonly lists: Few;
  readonly objects: Few;
}

const NO_FEW: Few = { isBut: false, these: new Set() };
const EVERY_FEW: Few = { isBut: true, these: new Set() };

export const NOTHING: ValueSet = {
  fails: false,
  isNull: false,
  isTrue: false,
  isFalse: false,
  numbers: NO_NUMBER,
  texts: NO_FEW,
  lists: NO_FEW,
  objects: NO_FEW,
};

function only(part: Partial<ValueSet>): ValueSet {
  return { ...NOTHING, ...part };
}

export const EVERYTHING = other(NOTHING);
export const FAILS = only({ fails: true });
export const THERE = other(FAILS);
export const TRUE = only({ isTrue: true });
export const FALSE = only({ isFalse: true });
export const NULL = only({ isNull: true });
export const NUMBERS = only({ numbers: EVERY_NUMBER });
export const TEXTS = only({ texts: EVERY_FEW });
export const LISTS = only({ lists: EVERY_FEW });
export const OBJECTS = only({ objects: EVERY_FEW });
export const BOOLEANS = either(TRUE, FALSE);

export function numbers(set: NumberSet): ValueSet {
  return only({ numbers: set });
}

export function textsOf(these: Iterable<string>): ValueSet {
  return only({ texts: { isBut: false, these: new Set(these) } });
}

/** The set of one JSON value; undefined for a number that is not exact. */
export function valueSet(value: Json): ValueSet | undefined {
  if (value === null) return NULL;
  if (typeof value === "boolean") return value ? TRUE : FALSE;
  if (typeof value === "string") return textsOf([value]);
  if (typeof value === "number") {
    const exact = exactOf(value);
    return exact === undefined ? undefined : numbers(oneNumber(exact));
  }
  const these: Few = { isBut: false, these: new Set([textOf(value)]) };
  return Array.isArray(value) ? only({ lists: these }) : only({ objects: these });
}

/** All values of the kind that a value has. */
export function kindSet(value: Json): ValueSet {
  if (value === null) return NULL;
  if (typeof value === "boolean") return BOOLEANS;
  if (typeof value === "string") return TEXTS;
  if (typeof value === "number") return NUMBERS;
  return Array.isArray(value) ? LISTS : OBJECTS;
}

/** The same text for the same JSON. */
function textOf(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value === 0 ? 0 : value);
  const entries = Object.entries(value).map(([key, one]) => [JSON.stringify(key), textOf(one)]);
  return `{${entries
    .map((entry) => entry.join(":"))
    .toSorted()
    .join()}}`;
}

export function other(set: ValueSet): ValueSet {
  const few = ({ isBut, these }: Few): Few => ({ isBut: !isBut, these });
  return {
    fails: !set.fails,
    isNull: !set.isNull,
    isTrue: !set.isTrue,
    isFalse: !set.isFalse,
    numbers: otherNumbers(set.numbers),
    texts: few(set.texts),
    lists: few(set.lists),
    objects: few(set.objects),
  };
}

export function both(a: ValueSet, b: ValueSet): ValueSet {
  return {
    fails: a.fails && b.fails,
    isNull: a.isNull && b.isNull,
    isTrue: a.isTrue && b.isTrue,
    isFalse: a.isFalse && b.isFalse,
    numbers: numbersInBoth(a.numbers, b.numbers),
    texts: fewInBoth(a.texts, b.texts),
    lists: fewInBoth(a.lists, b.lists),
    objects: fewInBoth(a.objects, b.objects),
  };
}

function fewInBoth(a: Few, b: Few): Few {
  if (a.these.size === 0) return a.isBut ? b : a;
  if (b.these.size === 0) return b.isBut ? a : b;
  if (a.isBut && b.isBut) return { isBut: true, these: new Set([...a.these, ...b.these]) };
  const [these, by] = a.isBut ? [b, a] : [a, b];
  return {
    isBut: false,
    these: new Set([...these.these].filter((one) => by.these.has(one) !== by.isBut)),
  };
}

export function either(a: ValueSet, b: ValueSet): ValueSet {
  return other(both(other(a), other(b)));
}

export function isNothing(set: ValueSet): boolean {
  const few = [set.texts, set.lists, set.objects];
  return (
    !(set.fails || set.isNull || set.isTrue || set.isFalse) &&
    isNoNumber(set.numbers) &&
    few.every(({ isBut, these }) => !isBut && these.size === 0)
  );
}

/** Whether it has no value but true, or nothing but a failure. */
export function isOnly(set: ValueSet, one: "isTrue" | "fails"): boolean {
  return set[one] && isNothing({ ...set, [one]: false });
}

export function isWithin(set: ValueSet, wide: ValueSet): boolean {
  return isNothing(both(set, other(wide)));
}

/** The texts of a set that has no other values and only a few of these. */
export function textsIn({ texts }: ValueSet): readonly string[] | undefined {
  return texts.isBut ? undefined : [...texts.these];
}

/** The values of a set that has a few, `undefined` for an absent one; undefined where there may be more. */
export function valuesIn(set: ValueSet): readonly (Json | undefined)[] | undefined {
  const few = [set.texts, set.lists, set.objects];
  const found = numbersOf(set.numbers);
  if (found === undefined || few.some(({ isBut }) => isBut)) return undefined;
  const [lists, objects] = [set.lists, set.objects].map(({ these }) =>
    [...these].map((text) => JSON.parse(text) as Json),
  );
  return [
    ...(set.fails ? [undefined] : []),
    ...(set.isNull ? [null] : []),
    ...(set.isTrue ? [true] : []),
    ...(set.isFalse ? [false] : []),
    ...found.map((one) => Number(exactText(one))),
    ...set.texts.these,
    ...(lists ?? []),
    ...(objects ?? []),
  ];
}
