import type { Language } from "../../ports/model/understanding.ts";
import { SPOKEN } from "../phrases/acts.ts";
import { countIn, scriptOf } from "../phrases/spoken.ts";

const set = (words: string) => new Set(words.split(" "));
/** Words of languages that are told but not understood. */
const OTHERS: ReadonlyMap<string, readonly string[]> = byWord({
  sv: "och att är jag på ett inte för med vi har ska kan till",
  da: "og jeg ikke til et på er med vi har skal kan",
  tr: "bir ve için bu mi istiyorum lütfen",
  ro: "ben și este pentru vreau un să în cu",
});

function byWord(lists: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [code, words] of Object.entries(lists)) {
    for (const word of set(words)) found.set(word, [...(found.get(word) ?? []), code]);
  }
  return found;
}

const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}]+)?/gu;
const NOT_LANGUAGE = /https?:\/\/\S{1,300}|[\w.+-]{1,64}@[\w.-]{1,100}|`[^`]{0,300}`/g;
const MAX_LENGTH = 4_000;
/** The language of a shorter text, "monthly" or a name, is never certain. */
const TERSE = 3;
const ENOUGH = 5;
/** The detector's score for short texts and nonsense stays below this. */
const RELIABLE = 0.08;
/** This share of a text's words at least are common ones of its language. */
const COMMON = 0.12;

const UNKNOWN: Language = { code: "und", isSure: false, isUnderstood: true };

/** The language of a text: first by its most common words and phrases, then by its looks. */
export async function languageOf(text: string): Promise<Language> {
  const bare = text.slice(0, MAX_LENGTH).replaceAll(NOT_LANGUAGE, " ");
  const words = (bare.match(WORD) ?? []).map((word) => word.toLowerCase());
  if (words.length === 0) return UNKNOWN;
  const script = scriptOf(bare);
  if (script !== undefined) return { code: script, isSure: true, isUnderstood: true };
  const [first, second] = [...countIn(bare)].sort((one, other) => other[1] - one[1]);
  const other = mostIn(words);
  if (other !== undefined && other.count > (first?.[1] ?? 0)) {
    return { code: other.code, isSure: true, isUnderstood: false };
  }
  const isClear = first !== undefined && first[1] > (second?.[1] ?? 0);
  if (isClear && first[1] / words.length >= COMMON) {
    return { code: first[0], isSure: new Set(words).size > TERSE, isUnderstood: true };
  }
  if (isEnglishByDefault(bare, words.length)) return { ...UNKNOWN, code: "en" };
  return detected(bare, words.length);
}

/** A name, a word or two, or a few words that English has as much as another: "my kitchen tap drips". */
function isEnglishByDefault(text: string, length: number): boolean {
  if (!/\p{sc=Latin}/u.test(text)) return false;
  if (length <= TERSE) return true;
  const counts = countIn(text);
  const most = Math.max(0, ...counts.values());
  return length < ENOUGH && most > 0 && counts.get("en") === most;
}

/** The language of a conversation: that of its last words if they are certain, else of all words. */
export async function conversationLanguage(words: string, newest: string): Promise<Language> {
  const last = newest === words ? undefined : await languageOf(newest);
  return last?.isSure === true ? last : languageOf(words);
}

/** The language that is not understood with the most of its words, at least two. */
function mostIn(
  words: readonly string[],
): { readonly code: string; readonly count: number } | undefined {
  const counts = new Map<string, number>();
  for (const word of words) {
    for (const code of OTHERS.get(word) ?? []) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const [first] = [...counts].sort((one, other) => other[1] - one[1]);
  return first === undefined || first[1] < 2 ? undefined : { code: first[0], count: first[1] };
}

/**
 * By an outside detector, loaded with the first text whose words are of no known language, since nobody
 * else needs its tables. It is hardly ever sure of a few words.
 */
async function detected(text: string, length: number): Promise<Language> {
  const { detectAll } = await import("tinyld/light");
  const [found] = detectAll(text);
  if (found === undefined) return { code: "und", isSure: false, isUnderstood: false };
  const isOtherScript = !/\p{sc=Latin}/u.test(text);
  const isReliable = found.accuracy >= RELIABLE || isOtherScript;
  const isSure = isReliable && (isOtherScript || length >= ENOUGH);
  const isSpoken = SPOKEN.some((one) => one === found.lang);
  const isUnderstood = isSpoken || (!isOtherScript && !isSure && length < ENOUGH);
  return { code: found.lang, isSure, isUnderstood };
}
