import { valenceOf } from "./valence.ts";

const NEGATIONS = new Set([
  "not",
  "no",
  "never",
  "without",
  "hardly",
  "barely",
  "nor",
  "neither",
  "none",
  "nothing",
  "cannot",
  "scarcely",
  "nowhere",
  "isnt",
  "dont",
  "doesnt",
  "wasnt",
  "cant",
  "zero",
  "free",
  "anything-but",
]);
const STRONG = new Set([
  "very",
  "really",
  "extremely",
  "absolutely",
  "totally",
  "completely",
  "so",
  "super",
  "incredibly",
  "entirely",
  "highly",
  "truly",
  "utterly",
  "much",
  "way",
  "far",
  "deeply",
  "remarkably",
  "seriously",
  "insanely",
  "particularly",
]);
const WEAK = new Set([
  "slightly",
  "somewhat",
  "bit",
  "little",
  "fairly",
  "rather",
  "kinda",
  "sort",
  "partly",
  "mildly",
  "quite",
  "pretty",
  "relatively",
  "mostly",
]);
/** How many words a negation reaches; "none of the dates are right" is the longest case. */
const REACH = 5;
/** Less than the opposite: "not great" is not terrible. */
export const LESS = -0.65;
/** The valence of the word at a place, after negations and words of degree. */
export function valenceAt(words: readonly string[], at: number): number {
  const word = words[at] ?? "";
  const before = words.slice(Math.max(0, at - REACH), at);
  const last = before.at(-1);
  if (last === "too" && !before.slice(-3).some(isNegation)) return tooMuch(word);
  const valence = valenceOf(word);
  if (valence === undefined || isPlain(word, last, words[at + 1])) return 0;
  return valence * degreeOf(before.slice(-2)) * (isNegated(before, valence) ? LESS : 1);
}

/** "Too small", "too many": the right measure was missed. */
function tooMuch(word: string): number {
  return /^(?:and|but|or|for|to|the|i|it)$/.test(word) ? 0 : -1.8;
}

/** Praise elsewhere, but not next to these words: "would like", "right now". */
const BESIDE: Readonly<Record<string, { readonly before?: RegExp; readonly behind?: RegExp }>> = {
  like: {
    before:
      /^(?:would|i'd|we'd|looks?|looked|feels?|something|more|it's|sounds?|seems?|just|is|should)$/,
    behind: /^to$/,
  },
  right: {
    before: /^(?:the|top|bottom)$/,
    behind: /^(?:now|away|side|hand|after|before|column|axis|corner|at|next)$/,
  },
  well: { before: /^as$/ },
  hard: { before: /^work$/, behind: /^coded$/ },
  plain: { behind: /^(?:text|english)$/ },
  fresh: { behind: /^up$/ },
  clean: { behind: /^up$/ },
  complete: { behind: /^the$/ },
  clear: { behind: /^(?:the|up)$/ },
  error: { behind: /^messages?$/ },
  recommend: { before: /^(?:you|they|to)$/ },
  recommended: { before: /^(?:you|they|is|was|the)$/ },
};

function isPlain(word: string, before = "", behind = ""): boolean {
  const beside = Object.hasOwn(BESIDE, word) ? BESIDE[word] : undefined;
  return beside?.before?.test(before) === true || beside?.behind?.test(behind) === true;
}

function degreeOf(before: readonly string[]): number {
  if (before.some((word) => WEAK.has(word))) return 0.7;
  return before.some((word) => STRONG.has(word)) ? 1.3 : 1;
}

function isNegation(word: string): boolean {
  return NEGATIONS.has(word) || word.endsWith("n't");
}

/** Whether the words before it negate it: "not only" does not, and neither do two negations. */
function isNegated(before: readonly string[], valence: number): boolean {
  const reach = valence > 0 ? before : before.slice(-4);
  const isCounted = (word: string, at: number) =>
    isNegation(word) &&
    !/^(?:only|just|sure)$/.test(reach[at + 1] ?? "") &&
    !(word === "nor" && reach.includes("neither"));
  const count = reach.filter(isCounted).length;
  return count % 2 === 1;
}
