import { definingActs } from "../learned/clause-acts.ts";
import { actsOf } from "../phrases/acts.ts";
import { isAsked } from "./asked.ts";

/** What a clause does instead of telling something of the task. */
export type Beside =
  /** Mood, manners, thinking aloud. */
  | "filler"
  /** About the assistant and what it has understood. */
  | "talk"
  | "question"
  /** It may begin. */
  | "go"
  /** Left open, or to whoever does it. */
  | "leave"
  /** What was understood has something that is to go. */
  | "undo"
  /** Not yet. */
  | "wait";

const BESIDE: readonly Beside[] = ["filler", "talk", "question", "go", "leave", "undo", "wait"];

/** Where a clause stands: what it may be depends on it. */
export type Place = "opening" | "asked" | "shown";

/** How sure it must be that a clause tells nothing: what opens a conversation mostly tells something. */
const SURE: Readonly<Record<Place, number>> = { opening: 0.7, asked: 0.7, shown: 0.55 };
/** And for a word or two, which mostly name something: "England", "Excel I think", "warm white". */
const SURE_OF_FEW: Readonly<Record<Place, number>> = { opening: 0.95, asked: 0.99, shown: 0.62 };
/** A clause that may be anything tells something, unless it plainly tells nothing. */
const LEAST = 0.3;
const PLAIN = 0.8;
const MOST_READ = 300;
const FEW_WORDS = 4;

/** What the readers by hand say of a clause while a task is told. */
export function definingMarks(text: string): readonly string[] {
  const { acts, isAll } = actsOf(text.slice(0, MOST_READ));
  const said = [...acts];
  return [
    ...said.map((act) => `does ${act}`),
    ...(isAll ? ["does all", ...said.map((act) => `only ${act}`)] : []),
  ];
}

/** What may be meant where the clause stands: what is asked at first is what they want to know. */
const MEANT: Readonly<Record<Place, readonly Beside[]>> = {
  opening: ["filler", "talk"],
  asked: BESIDE,
  shown: BESIDE,
};

/** What a clause does, if it tells nothing of the task, though no phrase says so. */
export function besideIn(clause: string, place: Place): Beside | undefined {
  if (clause.length > MOST_READ) return undefined;
  const heard = definingActs(clause, definingMarks(clause));
  const meant = MEANT[place];
  const share = meant.reduce((total, one) => total + (heard[one] ?? 0), 0);
  const least = countWords(clause) < FEW_WORDS ? SURE_OF_FEW[place] : SURE[place];
  if (share < least) return undefined;
  const best = meant.reduce((most, one) => ((heard[one] ?? 0) > (heard[most] ?? 0) ? one : most));
  const isHesitant =
    place === "asked" && best === "question" && /[?？]/.test(clause) && !isAsked(clause);
  const isVague = share < PLAIN && (heard[best] ?? 0) < LEAST;
  return isHesitant || isVague ? undefined : best;
}

/** Two signs of Japanese or Chinese count as a word. */
function countWords(text: string): number {
  const signs = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu)?.length ?? 0;
  return signs > 0 ? signs / 2 : (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0);
}
