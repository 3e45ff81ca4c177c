import { parse } from "chrono-node/en";
import type { Exchange } from "../../domain/liaison/liaison.ts";
import { type Timestamp, toMs } from "../../domain/timestamp.ts";

/** The numbers and dates that a person has said. */
export interface SaidValues {
  /** Whether every number and date in the text was said, in any form. */
  agrees(text: string): boolean;
  /** Whether both name the same date. */
  shareDate(one: string, other: string): boolean;
}

const WORDS =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty";
const NUMBERS = new Map([
  ...WORDS.split(" ").map((word, index): [string, number] => [word, index + 1]),
  ["thirty", 30],
  ["forty", 40],
  ["fifty", 50],
  ["sixty", 60],
  ["hundred", 100],
  ["thousand", 1_000],
]);
const SCALES: Readonly<Record<string, number>> = {
  k: 1_000,
  thousand: 1_000,
  m: 1_000_000,
  million: 1_000_000,
};
const DIGITS = /\d(?:[\d.,'’]*\d)?(?:\s?(?:k|m|thousand|million)\b)?/giu;
const GROUPED = /^\d{1,3}(?:[.,'’]\d{3})+$/u;
/** Words and durations that the parser takes for a date, mostly wrongly. */
const HARDLY_DATES =
  /^(?:may|march|mar|sun|sat|now|second|sec)$|^(?:within|in|for|about)?\s*[\d.,]+\s*(?:s|secs?|seconds?|min|minutes?|hrs?|hours?)$/iu;
/** A date that fixes none of them is a time of day. */
const OF_A_DATE = ["day", "weekday", "month", "year"] as const;

export function readSaidValues(exchanges: readonly Exchange[], now: Timestamp): SaidValues {
  const said = exchanges.map(({ content }) => content.toLowerCase()).join("\n");
  const numbers = new Set(numbersIn(said));
  const dates = new Set(
    exchanges
      .flatMap(({ content, timestamp }) => datesIn(content, timestamp))
      .map(({ day }) => day),
  );
  const daysIn = (text: string) => datesIn(text, now).map(({ day }) => day);
  return {
    shareDate(one, other) {
      const days = daysIn(other);
      return daysIn(one).some((day) => days.includes(day));
    },
    agrees(text) {
      let rest = text.toLowerCase();
      for (const { words, day } of datesIn(rest, now)) {
        if (!dates.has(day) && !said.includes(words)) return false;
        rest = rest.replace(words, " ");
      }
      // "Bar and line charts" already says two, so small words prove nothing.
      return numbersIn(rest).every((number) => numbers.has(number) || number <= 2);
    },
  };
}

function datesIn(text: string, at: Timestamp): { words: string; day: string }[] {
  const reference = { instant: new Date(toMs(at)), timezone: "UTC" };
  return parse(text, reference, { forwardDate: true })
    .filter(({ text: words }) => !HARDLY_DATES.test(words))
    .filter(({ start }) => OF_A_DATE.some((part) => start.isCertain(part)))
    .map(({ text: words, start }) => {
      const isDay = start.isCertain("day") || start.isCertain("weekday");
      const iso = start.date().toISOString();
      return { words, day: iso.slice(0, isDay ? 10 : 7) };
    });
}

function numbersIn(text: string): number[] {
  const written = text.match(DIGITS) ?? [];
  const spelt = (text.match(/\p{L}+/gu) ?? []).flatMap((word) => NUMBERS.get(word) ?? []);
  return [...written.map(toNumber), ...spelt];
}

function toNumber(text: string): number {
  const [, digits = "", scale = ""] = /^([\d.,'’]+)\s?(\p{L}*)$/u.exec(text) ?? [];
  const plain = GROUPED.test(digits) ? digits.replace(/[.,'’]/gu, "") : digits.replace(",", ".");
  return Number(plain) * (SCALES[scale] ?? 1);
}
