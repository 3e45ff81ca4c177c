import { STOP_WORDS } from "../text/words.ts";
import {
  type CaseIndex,
  CUE,
  caseIndex,
  comparable,
  LONGEST_PART,
  MAX_GRAM,
  type Strengths,
  signsOf,
  startOf,
  TALK_AT,
} from "./case-index.ts";
import { CASE_LIBRARY } from "./library.ts";
import type { Nearness } from "./nearness.ts";
import type { TaskCase } from "./task-case.ts";

export interface RankedCase {
  readonly found: TaskCase;
  readonly score: number;
  /** Words that say something for it; its own name in the library counts twice. */
  readonly terms: number;
}

/** Words that are read; further ones do not help to recognise the task. */
const MAX_WORDS = 300;
const MAX_LENGTH = 4_000;
/** A report on tickets is a report: its subject says less about its kind. */
const ABOUT: ReadonlySet<string> = new Set(
  "on about of regarding concerning uber zu sobre acerca sur su over o".split(" "),
);
const BEHIND = 0.6;
/** Another ending, or a part of a compound, is less sure than the word itself. */
const OTHER_ENDING = 0.6;
const COMPOUND = 0.7;
/** To translate a contract is to translate: what comes first names the deed. */
const FIRST = 1.5;
/** A word that only stands in an example says little, wherever it stands. */
const MOST_OF_EXAMPLE = 1.6;
const SLOPE = 2;
const REST = 0.6;
/** What a standard deviation of nearness by the encoder counts beside the words. */
const NEAR = 0.4;
/** What is worth less says nothing for a kind: "the" and "in". */
const TELLING = 0.25;

/** The kinds of tasks that the words suggest, the likeliest first. */
export function rankCases(goal: string, rest: string, near?: Nearness): readonly RankedCase[] {
  return weighWords(goal, rest, near).ranked;
}

export interface WeighedWords {
  readonly ranked: readonly RankedCase[];
  /** How much they sound like what is no task. */
  readonly talk: number;
}

/** By the words and, where there is one, by an encoder. */
export function weighWords(goal: string, rest: string, near?: Nearness): WeighedWords {
  const counted: Counted = {
    scores: new Float64Array(TALK_AT + 1),
    terms: new Uint16Array(TALK_AT + 1),
  };
  count(counted, goal, 1);
  count(counted, rest, REST);
  const { scores, terms } = counted;
  const ranked = CASE_LIBRARY.map((found, at) => ({
    found,
    score: (scores[at] ?? 0) + NEAR * (near?.[at] ?? 0),
    terms: terms[at] ?? 0,
  }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  return { ranked, talk: scores[TALK_AT] ?? 0 };
}

interface Counted {
  readonly scores: Float64Array;
  readonly terms: Uint16Array;
}

/** Each term counts once. */
function count({ scores, terms }: Counted, text: string, weight: number): void {
  const index = caseIndex();
  const read = text.slice(0, MAX_LENGTH);
  const words = comparable(read).slice(0, MAX_WORDS);
  const about = words.findIndex((word, at) => at >= 2 && ABOUT.has(word));
  const seen = new Set<string>();
  const add = (term: string, strengths: Strengths | undefined, share: number) => {
    if (strengths === undefined || seen.has(term)) return;
    seen.add(term);
    const rare = rarityOf(strengths);
    const most = Math.min(share, weight * MOST_OF_EXAMPLE);
    for (const [at, strength] of strengths) {
      const worth = (strength < 1 ? most : share) * strength * rare;
      scores[at] = (scores[at] ?? 0) + worth;
      terms[at] = (terms[at] ?? 0) + countedAs(worth, strength);
    }
  };
  let next = 0;
  let place = 0;
  for (const [at, word] of words.entries()) {
    if (at < next) continue;
    const share =
      weight * (about !== -1 && at > about ? BEHIND : 1) * (1 + FIRST / (1 + place / SLOPE));
    if (!STOP_WORDS.has(word)) place += 1;
    const phrase = phraseAt(words, at, index);
    if (phrase === undefined) addWord({ index, add }, word, share);
    else {
      add(phrase.text, index.terms.get(phrase.text), share);
      next = at + phrase.size;
    }
  }
  for (const signs of signsOf(read).slice(0, MAX_WORDS)) {
    add(signs, index.terms.get(signs), weight);
  }
}

function countedAs(worth: number, strength: number): number {
  if (worth < TELLING) return 0;
  return strength >= CUE ? 2 : 1;
}

/** The longest known phrase that begins at a word; its words are not counted by themselves. */
function phraseAt(words: readonly string[], at: number, { terms }: CaseIndex) {
  for (let size = Math.min(MAX_GRAM, words.length - at); size > 1; size--) {
    const text = words.slice(at, at + size).join(" ");
    if (terms.has(text)) return { text, size };
  }
  return undefined;
}

interface Adding {
  readonly index: CaseIndex;
  readonly add: (term: string, strengths: Strengths | undefined, share: number) => void;
}

function addWord({ index, add }: Adding, word: string, share: number): void {
  const exact = index.terms.get(word);
  if (exact !== undefined) {
    add(word, exact, share);
    return;
  }
  const start = startOf(word);
  const other = start === undefined ? undefined : index.starts.get(start);
  if (start !== undefined && other !== undefined) {
    add(`${start}…`, other, share * OTHER_ENDING);
    return;
  }
  for (const part of partsOf(word, index)) {
    add(`…${part}`, index.parts.get(part), share * COMPOUND);
  }
}

/** The telling words in a compound, the longest that do not overlap. */
function partsOf(word: string, { parts }: CaseIndex): readonly string[] {
  const read = word.slice(0, LONGEST_PART * 2);
  const found: string[] = [];
  for (let at = 0; at + 5 <= read.length; at++) {
    const most = Math.min(read.length - at, LONGEST_PART);
    for (let size = most; size >= 5; size--) {
      const part = read.slice(at, at + size);
      if (!parts.has(part)) continue;
      found.push(part);
      at += size - 1;
      break;
    }
  }
  return found;
}

/** 1 for a term of one kind, 0 for one that all have. */
function rarityOf(strengths: Strengths): number {
  let kinds = 0;
  for (const strength of strengths.values()) kinds += strength;
  return Math.max(0, 1 - Math.log(Math.max(1, kinds)) / Math.log(CASE_LIBRARY.length / 3)) ** 1.5;
}
