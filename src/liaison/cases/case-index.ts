import { stemOf, wordsOf } from "../text/words.ts";
import de from "./examples/de.json" with { type: "json" };
import en from "./examples/en.json" with { type: "json" };
import es from "./examples/es.json" with { type: "json" };
import fr from "./examples/fr.json" with { type: "json" };
import it from "./examples/it.json" with { type: "json" };
import ja from "./examples/ja.json" with { type: "json" };
import nl from "./examples/nl.json" with { type: "json" };
import pl from "./examples/pl.json" with { type: "json" };
import pt from "./examples/pt.json" with { type: "json" };
import zh from "./examples/zh.json" with { type: "json" };
import { CASE_LIBRARY } from "./library.ts";

/** How strongly a term suggests each kind of task, by the kind's place in the library. */
export type Strengths = ReadonlyMap<number, number>;

export interface CaseIndex {
  /** Words, phrases of up to three words, and runs of signs of languages without spaces. */
  readonly terms: ReadonlyMap<string, Strengths>;
  /** The beginnings of telling words, for other endings: "wykresem" is "wykres". */
  readonly starts: ReadonlyMap<string, Strengths>;
  /** Telling words that may stand in a compound: "Kündigungsschreiben". */
  readonly parts: ReadonlyMap<string, Strengths>;
}

type Examples = Readonly<
  Record<string, { words: readonly string[]; sentences: readonly string[] }>
>;

export const ENGLISH_EXAMPLES: Examples = en;
const LANGUAGES: readonly Examples[] = [en, de, es, fr, it, pt, nl, pl, ja, zh];
/** The library's own words for a kind, told from all others by a hair. */
export const CUE = 1.001;
const WORD = 1;
/** Words of an example sentence also say what the example happens to be about. */
const EXAMPLE = 0.5;
/** Runs of signs overlap, so each says less. */
const EXAMPLE_SIGNS = 0.25;
const START = 6;
const LONG = 7;
const LEAST_PART = 5;
export const LONGEST_PART = 20;
export const MAX_GRAM = 3;
/** The examples of what is no task: talk, moods, questions of knowledge, orders for machines. */
export const TALK = "-";
/** Their place, behind the kinds of the library. */
export const TALK_AT = CASE_LIBRARY.length;
const MOST_SIGNS = 5;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}/gu;
/** Endings and particles, which say nothing about the task. */
const ONLY_HIRAGANA = /^[\p{Script=Hiragana}ー]+$/u;

let index: CaseIndex | undefined;

/** Built once, with the first conversation. */
export function caseIndex(): CaseIndex {
  index ??= build();
  return index;
}

/** The words of a text as they are compared; those of languages without spaces are left out. */
export function comparable(text: string): readonly string[] {
  return wordsOf(text.replace(UNSPACED, " ")).map((word) => plain(stemOf(word)));
}

export function startOf(word: string): string | undefined {
  return word.length >= LONG ? word.slice(0, START) : undefined;
}

/** All runs of signs up to the longest that is kept, for languages without spaces. */
export function signsOf(text: string): readonly string[] {
  const found = new Set<string>();
  for (const [run] of text.matchAll(UNSPACED)) {
    for (let at = 0; at < run.length - 1; at++) {
      for (let size = 2; size <= MOST_SIGNS && at + size <= run.length; size++) {
        const signs = run.slice(at, at + size);
        if (!ONLY_HIRAGANA.test(signs)) found.add(signs);
      }
    }
  }
  return [...found];
}

const PLAIN = /^[\x20-\x7e]*$/;

/** "Übersetzung" and "ubersetzung" are one word. */
function plain(word: string): string {
  // Most words are, and to take others apart takes most of building the index.
  if (PLAIN.test(word)) return word;
  return word.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("ß", "ss").replaceAll("ł", "l");
}

interface Growing {
  readonly terms: Map<string, Map<number, number>>;
  readonly starts: Map<string, Map<number, number>>;
  readonly parts: Map<string, Map<number, number>>;
}

function build(): CaseIndex {
  const growing: Growing = { terms: new Map(), starts: new Map(), parts: new Map() };
  for (const [at, { name, cues }] of [...CASE_LIBRARY, { name: TALK, cues: [] }].entries()) {
    for (const cue of cues) addPhrase(growing, cue, { at, strength: CUE });
    for (const language of LANGUAGES) {
      const { words = [], sentences = [] } = language[name] ?? {};
      for (const word of words) addPhrase(growing, word, { at, strength: WORD });
      for (const sentence of sentences) addSentence(growing, sentence, at);
    }
  }
  return growing;
}

interface Place {
  readonly at: number;
  readonly strength: number;
}

function addPhrase({ terms, starts, parts }: Growing, phrase: string, place: Place): void {
  const words = comparable(phrase);
  if (words.length > 0) add(terms, words.slice(0, MAX_GRAM).join(" "), place);
  for (const [run] of phrase.matchAll(UNSPACED)) add(terms, run.slice(0, MOST_SIGNS), place);
  const [only] = words;
  if (only === undefined) return;
  // Each word of a phrase says something, too, but less.
  if (words.length > 1) {
    const half = { ...place, strength: place.strength * EXAMPLE };
    for (const word of words) add(terms, word, half);
    return;
  }
  const start = startOf(only);
  if (start !== undefined) add(starts, start, place);
  if (only.length >= LEAST_PART) add(parts, only, place);
}

function addSentence({ terms, starts }: Growing, sentence: string, at: number): void {
  const place = { at, strength: EXAMPLE };
  for (const word of comparable(sentence)) {
    add(terms, word, place);
    const start = startOf(word);
    if (start !== undefined) add(starts, start, place);
  }
  for (const signs of signsOf(sentence)) {
    if (signs.length <= MAX_GRAM) add(terms, signs, { at, strength: EXAMPLE_SIGNS });
  }
}

/** A kind has a term once, however often its examples repeat it. */
function add(into: Map<string, Map<number, number>>, term: string, { at, strength }: Place): void {
  let kinds = into.get(term);
  if (kinds === undefined) {
    kinds = new Map();
    into.set(term, kinds);
  }
  if ((kinds.get(at) ?? 0) < strength) kinds.set(at, strength);
}
