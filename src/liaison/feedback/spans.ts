import type { MessageId } from "../../domain/id.ts";
import type { Exchange } from "../../domain/liaison/liaison.ts";
import { type Span, splitSentences } from "../text/sentences.ts";
import { wordsOf } from "../text/words.ts";
import { plain } from "./patterns.ts";
import { meantBy } from "./spelling.ts";
import { hasValence } from "./valence.ts";
import { ordersOf } from "./wishes/orders.ts";
import { startsRequest } from "./wishes/request-words.ts";

/**
 * A part of what a person said that makes one point. `content.slice(start, end)` of its exchange is
 * its text.
 */
export interface Clause {
  readonly exchange: MessageId;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The content of the exchange that it is from. */
  readonly source: string;
  /** Lower case with plain apostrophes, as it was meant. */
  readonly plain: string;
  /** Counted over everything that was said. */
  readonly sentence: number;
  /** The rest of its sentence takes part of it back: "…, but". */
  readonly isDiscounted: boolean;
  /** A bullet or a number stood before it. */
  readonly isItem: boolean;
}

const ENGLISH = ordersOf("en");
/** More than people say about one result; anything beyond is not read. */
const MAX_CLAUSES = 400;

/** Where a clause may end within a sentence. */
const BREAK =
  /\s*;\s*|\s+[–—]\s*|\s+-{1,2}\s+|:\s+|,\s+|\s+(?=(?:but|although|though|however|whereas|while|except|yet|and|so|because)\s)/gi;
const CONTRAST =
  /^(?:but|although|though|however|whereas|except|yet|only|unfortunately|sadly|otherwise)\b/i;
const FINITE =
  /\b(?:is|are|was|were|am|be|has|have|had|does|do|did|should|could|would|can|cannot|must|needs?|looks?|seems?|feels?|works?|lacks?|misses|shows?|makes?|takes?|reads?|loads?|sounds?|comes?|gets?|helps?|contains?|covers?|crash(?:es)?|fails?|falls?|skips?|stands|stays|lost|went|came)\b|n['’]t\b|['’](?:s|re|m|d|ve|ll)\b/i;
const SUBJECT =
  /^(?:i|it|we|they|you|there|that|this|he|she|nobody (?:will|can|would|could)|nothing|everything|please)\b|^(?:i|it|we|they|you|there|that|he|she|what)['’]/i;
/** "The facts, though, need checking" is one clause. */
const ASIDE = /^(?:though|however|too|also|unfortunately|sadly)[.!?]*$/i;
const INTERJECTION = /^\s*(?:yes|no|nope|yeah|ok|okay|sorry|well|hmm|thanks|thank you|sure|wow)$/i;
const DETERMINER =
  /^(?:the|my|your|our|its|their|these|those|all|some|most|many|half|none|doesn|isn|is|has|lacks|does)\b/i;
/** "…, and bigger pictures" is a wish of its own. */
const MEASURED =
  /^(?:(?:a (?:bit|little)|some|slightly|much|also) )?(?:more|less|fewer|bigger|larger|smaller|shorter|longer|simpler|clearer|better) [a-z]+[.! ]*$/i;
/** "Things I'd love: a line about delivery; our opening hours": what stands between such marks is a list. */
const LISTS =
  /^[^:.;]{0,60}\b(?:things?|points?|changes?|wish(?:es)?|requests?|remarks?|love|like|want|need|please|missing|add|change|fix)\b[^:.;]{0,20}:/i;
const CONJUNCTION = /^(?:and|so|because|while|yet)\s+(?:also\s+|then\s+)?/i;

/** From the person's words only, in order. */
export function clausesOf(exchanges: readonly Exchange[]): readonly Clause[] {
  const clauses: Clause[] = [];
  let sentence = 0;
  for (const { id, content } of exchanges.filter(({ role }) => role === "human")) {
    let isListed = false;
    for (const whole of splitSentences(content)) {
      if (clauses.length >= MAX_CLAUSES) return clauses;
      const isItem = whole.isItem || isListed;
      isListed = whole.text.endsWith(";") && (isListed || LISTS.test(whole.text));
      for (const { start, end, text, isDiscounted } of partsOf(whole)) {
        const span = {
          exchange: id,
          source: content,
          start,
          end,
          text,
          plain: meantBy(plain(text)),
        };
        clauses.push({ ...span, sentence, isDiscounted, isItem });
      }
      sentence++;
    }
  }
  return clauses;
}

interface Part extends Span {
  readonly isDiscounted: boolean;
}

function partsOf(sentence: Span): readonly Part[] {
  const { text } = sentence;
  const cuts = [...cutsOf(text), { end: text.length, next: text.length }];
  let from = 0;
  const parts = cuts.map(({ end, next }) => {
    const part = trimmed(sentence, from, end);
    from = next;
    return { ...part, isDiscounted: CONTRAST.test(text.slice(next, next + 20)) };
  });
  return parts.filter((part) => part.end > part.start);
}

/** Without surrounding space, commas and quotation marks. */
function trimmed({ text, start }: Span, from: number, to: number): Span {
  let [first, last] = [from, to];
  while (first < last && /[\s,;:"“”()–—]/.test(text[first] ?? "")) first++;
  const isEnd = (at: number) =>
    /[\s,;:"“”(–—]/.test(text[at] ?? "") ||
    (text[at] === ")" && !text.slice(first, at).includes("("));
  while (last > first && isEnd(last - 1)) last--;
  return { start: start + first, end: start + last, text: text.slice(first, last) };
}

interface Cut {
  readonly end: number;
  readonly next: number;
}

/** Where a sentence splits: each part must make a point of its own, or lists would be torn. */
function cutsOf(text: string): readonly Cut[] {
  const cuts: Cut[] = [];
  const breaks = [...text.matchAll(BREAK)];
  let from = 0;
  for (const [at, found] of breaks.entries()) {
    const next = found.index + found[0].length;
    const near = text.slice(next, breaks.slice(at + 1).find(({ index }) => index > next)?.index);
    if (!isBreak(found[0], text.slice(from, found.index), near)) continue;
    cuts.push({ end: found.index, next });
    from = next;
  }
  return cuts;
}

/** `near` is the text after the mark, up to the next possible end. */
function isBreak(mark: string, left: string, near: string): boolean {
  if (left.trim() === "" || near.trim() === "" || ASIDE.test(near)) return false;
  if (/[;:–—-]/.test(mark) || CONTRAST.test(near)) return true;
  const bare = near.replace(CONJUNCTION, "");
  if (isOrder(bare) || MEASURED.test(bare) || (mark.includes(",") && INTERJECTION.test(left)))
    return true;
  return saysSomething(left) && standsAlone(mark, left, near);
}

function standsAlone(mark: string, left: string, near: string): boolean {
  const bare = near.replace(CONJUNCTION, "");
  // "Red and green look the same" is one point.
  const hasOwn = mark.includes(",") || DETERMINER.test(bare) || !/^and\b/i.test(near);
  const isSentence =
    SUBJECT.test(bare) || (hasOwn && FINITE.test(bare) && wordsOf(bare).length > 2);
  return isSentence || (mark.includes(",") && hasValence(bare) && hasValence(left));
}

function saysSomething(text: string): boolean {
  return (
    FINITE.test(text) ||
    SUBJECT.test(text.trim()) ||
    hasValence(text) ||
    isOrder(text.replace(CONJUNCTION, ""))
  );
}

function isOrder(text: string): boolean {
  return startsRequest(text) || ENGLISH.isOrder(text);
}
