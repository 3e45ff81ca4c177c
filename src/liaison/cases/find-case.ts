import { stemOf, wordsOf } from "../text/words.ts";
import { CASE_LIBRARY } from "./library.ts";
import type { TaskCase } from "./task-case.ts";

interface Cue {
  readonly phrase: string;
  readonly stems: readonly string[];
  readonly found: TaskCase;
}

/** Words that are read; further ones do not help to recognise the task. */
const MAX_WORDS = 400;
/** A cue in the words that state the task counts more than one elsewhere. */
const GOAL_WEIGHT = 3;
const EXACT_WEIGHT = 1.2;
/** To translate a contract is to translate. */
const FIRST_WEIGHT = 2;
/** A report on tickets is a report: its subject says less about its kind. */
const ABOUT: ReadonlySet<string> = new Set(["on", "about", "of", "regarding", "concerning"]);
const BEHIND_WEIGHT = 0.6;

const CUES: ReadonlyMap<string, readonly Cue[]> = indexed();

function indexed(): ReadonlyMap<string, readonly Cue[]> {
  const cues = new Map<string, Cue[]>();
  for (const found of CASE_LIBRARY) {
    const seen = new Set<string>();
    for (const phrase of found.cues) {
      const stems = wordsOf(phrase).map(stemOf);
      const first = stems[0] ?? "";
      // "Ticket" and "tickets" are one word, and count once.
      if (seen.has(stems.join(" "))) continue;
      seen.add(stems.join(" "));
      cues.set(first, [...(cues.get(first) ?? []), { phrase, stems, found }]);
    }
  }
  return cues;
}

/** The kind of task in the library that fits the words best; undefined if none fits. */
export function findCase(goal: string, rest: string): TaskCase | undefined {
  const scores = new Map<TaskCase, number>();
  count(scores, goal, GOAL_WEIGHT);
  count(scores, rest, 1);
  let best: TaskCase | undefined;
  for (const [found, score] of scores) {
    if (best === undefined || score > (scores.get(best) ?? 0)) best = found;
  }
  return best;
}

/** Each cue counts once. */
function count(scores: Map<TaskCase, number>, text: string, weight: number): void {
  const words = wordsOf(text).slice(0, MAX_WORDS);
  const about = words.findIndex((word, at) => at >= 2 && ABOUT.has(word));
  const stems = words.map(stemOf);
  const seen = new Set<Cue>();
  for (let at = 0; at < stems.length; at++) {
    const fitting = (CUES.get(stems[at] ?? "") ?? []).filter(
      (cue) => !seen.has(cue) && cue.stems.every((stem, offset) => stems[at + offset] === stem),
    );
    const share = weight * (about !== -1 && at > about ? BEHIND_WEIGHT : 1);
    for (const cue of fitting) {
      seen.add(cue);
      const points = share * pointsAt(cue, words, at);
      scores.set(cue.found, (scores.get(cue.found) ?? 0) + points);
    }
  }
}

/** A longer cue says more, and so does an earlier one or an exact match. */
function pointsAt({ stems, phrase }: Cue, words: readonly string[], at: number): number {
  const isExact = phrase === words.slice(at, at + stems.length).join(" ");
  const exact = isExact ? EXACT_WEIGHT * (at === 0 ? FIRST_WEIGHT : 1) : 1;
  return stems.length ** 0.8 * (1 + 1 / (1 + at / 2)) * exact;
}
