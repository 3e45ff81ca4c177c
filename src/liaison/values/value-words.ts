import words from "./words.json" with { type: "json" };

/** How one language writes numbers, dates, times and money. */
export interface ValueWords {
  readonly common: string;
  readonly numbers: string;
  readonly tens: Readonly<Record<string, number>>;
  readonly weekdays: readonly string[];
  readonly months: readonly string[];
  readonly relative: string;
  readonly dayPrefix: string;
  readonly dayOf: string;
  readonly ordinal: string;
  readonly daytimes: string;
  readonly clock: string;
  readonly at: string;
  readonly people: string;
  /** Before a number that counts people without saying so: "table for". */
  readonly forPeople: string;
  readonly percent: string;
  readonly money: string;
  /** Words that are no unit. */
  readonly stop: string;
}

export const CLOSED_TYPES = ["format", "language", "colour", "transport", "frequency"] as const;
export type ClosedType = (typeof CLOSED_TYPES)[number];

export const LANGUAGES = ["en", "de", "es", "fr", "it", "pt", "nl", "pl", "ja", "zh"] as const;
export type KnownLanguage = (typeof LANGUAGES)[number];

const VALUE_WORDS = words.languages as unknown as Readonly<Record<KnownLanguage, ValueWords>>;
/** Each entry is one value in all its spellings. */
export const CLOSED: Readonly<Record<ClosedType, readonly string[]>> = words.shared;

export function valueWords(language: KnownLanguage): ValueWords {
  return VALUE_WORDS[language];
}

const COMMON: readonly (readonly [KnownLanguage, ReadonlySet<string>])[] = LANGUAGES.map(
  (language) => {
    const { common, numbers, weekdays, months } = VALUE_WORDS[language];
    const named = [...weekdays, ...months].flatMap((names) => names.split("|"));
    return [language, new Set([...common.split(" "), ...numbers.split(" "), ...named])] as const;
  },
);
const MAX_LOOKED_AT = 4_000;

/** The language whose small words a text has most of; English where nothing tells. */
export function likelyLanguage(text: string): KnownLanguage {
  const start = text.slice(0, MAX_LOOKED_AT);
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(start)) return "ja";
  if (/\p{sc=Han}/u.test(start)) return "zh";
  const own = start.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  let best: KnownLanguage = "en";
  let most = 0;
  for (const [language, common] of COMMON) {
    const count = own.filter((word) => common.has(word)).length;
    if (count > most) [best, most] = [language, count];
  }
  return best;
}

export function isUnspaced(language: KnownLanguage): boolean {
  return language === "ja" || language === "zh";
}
