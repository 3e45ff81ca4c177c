import type { Remark } from "./remarks.ts";

/** A requested change, in the person's words. */
export interface Suggestion {
  readonly text: string;
  readonly about: ReadonlySet<string>;
  readonly exchange: Remark["exchange"];
  readonly isComplaint: boolean;
  readonly isVerdict: boolean;
  /** It says what is wrong, and not what to do. */
  readonly isFault: boolean;
  readonly sentence: number;
  /** It begins with the words of the previous remark. */
  readonly isJoined: boolean;
  /** As it was said: two that belong together are joined in these words. */
  readonly said: string;
}

export const OF_THEM =
  /^(?:(?:please|just|so|then) )*[a-z]+ (?:(?:for|to|at|with) )?(?:them|it|those|these|that|this)\b(?! (?:i|we|you|he|she|they)\b)/i;
/** "Mach es auf drei runter", and not "mach die Schrift größer". */
const OF_IT = /^(?:[Bb]itte )?\p{L}+ (?:es|ihn|sie|das|ze|dat)(?= (?!\p{Lu})|$)/u;
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const TO_FIGURE = /^(?:make|set|put) (?:it|that|this|them) (?:to |at )?\d+$/i;
/** "Quiero saber cuándo fue eso" asks about the fault before it. */
const OF_THAT =
  /(?<!\p{L})(?:wann|warum|wie) das (?:war|ist)|(?:wanneer|waarom|hoe) dat (?:was|is)|(?:quand|pourquoi) c'(?:était|est)|(?:cuándo|por qué) (?:fue|es|pasó)|(?:quando|perché) (?:è stato|è successo)|(?:quando|por que) (?:foi|aconteceu)|(?:kiedy|dlaczego) to/iu;
/** No more is said of what stands in its place. */
export const INSTEAD =
  /\binstead[.!?\s]*$|\b(?:something|anything) else\b|(?<!\p{L})(?:(?:et)?was anderes|stattdessen|autre chose|à la place[.!?\s]*$|otra cosa|en su lugar|qualcos'altro|al suo posto|outra coisa|em vez disso|iets anders|in plaats daarvan|coś innego|zamiast tego)(?!\p{L})|別のもの|别的/iu;
const ONLY_POINTS =
  /^(?:(?:please|just|so|then) )*(?:fix|change|correct|mend|do|adjust|improve|make|see to|add|cut|shorten|reduce|trim|keep|bring|get) (?:them|it|those|these|that|this)\b/i;

/**
 * "Four sessions have no distance, fill them in": the fault and its remedy are one point, and so are
 * two faults of one thing in a sentence.
 */
export function isOfOnePoint(last: Suggestion, one: Suggestion): boolean {
  if (last.exchange !== one.exchange || one.isVerdict) return false;
  const isNext = one.sentence - last.sentence <= 1;
  if (isNext && TO_FIGURE.test(one.said) && ABOUT_MEASURE.test(last.said)) return true;
  if (!last.isFault) return false;
  if (isNext && (points(one) || isInstead(one))) return true;
  const isWithin = last.sentence === one.sentence;
  if (isNext && !one.isFault && CJK.test(one.said)) return isWithin || namesThing(last, one);
  return isWithin && one.isFault && shared(last.about, one.about) > 0;
}

/** "Fill them in" says what is to be done, and "fix it" only that it is. */
function points({ said, about }: Suggestion): boolean {
  const isPointing = OF_THEM.test(said) || OF_THAT.test(said) || OF_IT.test(said);
  return isPointing && !(ONLY_POINTS.test(said) && !/\d/.test(said) && about.size < 2);
}

function isInstead({ said, about, isFault }: Suggestion): boolean {
  return INSTEAD.test(said) && !isFault && about.size < 2;
}

/** "図が入っていません。図を追加してください": both name the same thing. */
function namesThing(last: Suggestion, one: Suggestion): boolean {
  const thing = /^(\p{L}{1,12}?)[がはもを]/u.exec(last.said)?.[1];
  return thing !== undefined && one.said.includes(thing);
}

export function joined(last: Suggestion, one: Suggestion): Suggestion {
  // "15 minutes is too much: make it 8": what it was is told by the words, not by their opposite.
  const first = TO_FIGURE.test(one.said) ? last.said : last.text;
  const text = `${first}: ${one.text.slice(0, 1).toLowerCase()}${one.text.slice(1)}`;
  const about = new Set([...last.about, ...one.about]);
  return { ...last, text, said: text, about, isFault: one.isFault };
}

export const ABOUT_MEASURE = /\b(?:too|longer|shorter|bigger|smaller|less|fewer|nobody|no one)\b/i;

export function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((word) => other.has(word)).length;
}
