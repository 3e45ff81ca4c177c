import { definingActs } from "../learned/clause-acts.ts";
import { actsOf } from "../phrases/acts.ts";

const MOST_READ = 300;
/** Of the clauses that calibrate, next to none that tells something reaches it. */
const SURE = 0.9;
/** Fewer words mostly name something: "England", "Excel I think". */
const FEWEST_WORDS = 4;

/** What the readers by hand say of a clause while a task is told. */
export function definingMarks(text: string): readonly string[] {
  const { acts, isAll } = actsOf(text.slice(0, MOST_READ));
  const said = [...acts];
  return [
    ...said.map((act) => `does ${act}`),
    ...(isAll ? ["does all", ...said.map((act) => `only ${act}`)] : []),
  ];
}

/**
 * Whether a later clause tells nothing of the task, though no phrase says so: a mood, manners, a question
 * back, or that it is left open.
 */
export function isIdle(clause: string): boolean {
  if (clause.length > MOST_READ || countWords(clause) < FEWEST_WORDS) return false;
  const heard = definingActs(clause, definingMarks(clause));
  return ["filler", "leave", "question", "go"].some((label) => (heard[label] ?? 0) >= SURE);
}

/** Two signs of Japanese or Chinese count as a word. */
function countWords(text: string): number {
  const signs = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu)?.length ?? 0;
  return signs > 0 ? signs / 2 : (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0);
}
