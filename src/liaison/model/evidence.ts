import type { QuoteSpan } from "../../domain/liaison/feedback.ts";
import type { Exchange } from "../../domain/liaison/liaison.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import { createSpanFinder } from "./find-span.ts";
import { readSaidValues } from "./said-values.ts";

/** A quote that was really said. */
export interface Found extends QuoteSpan {
  readonly quote: string;
  /** Its surroundings, to the ends of its sentence. */
  readonly sentence: string;
}

/** A person's words, as evidence for claims. */
export interface Evidence {
  find(quote: string): Found | undefined;
  /**
   * A claim in the model's words if they share a word or a date with their evidence and contain no
   * other number or date. Otherwise in the person's own words.
   */
  wordsFor(claim: string, found: Found): string;
  agrees(text: string): boolean;
}

const WORD = /[\p{L}\p{M}\p{N}]{3,}/gu;
const STEM = 4;
const EMPTY = new Set(
  "the and for with that this from are was not but you your can will should must has have all any into its yes yeah okay sure please want need make let like would just".split(
    " ",
  ),
);
const SENTENCE_END = /[.!?\n]/u;

export function createEvidence(exchanges: readonly Exchange[], now: Timestamp): Evidence {
  const { agrees, shareDate } = readSaidValues(exchanges, now);
  const finders = exchanges.map(({ id, content }) => ({
    id,
    content,
    findSpan: createSpanFinder(content),
  }));
  return {
    agrees,
    find(quote) {
      for (const { id, content, findSpan } of finders) {
        const span = findSpan(quote);
        if (span === undefined) continue;
        const { start, end } = span;
        const sentence = sentenceAround(content, start, end);
        return { exchange: id, start, end, quote: content.slice(start, end), sentence };
      }
      return undefined;
    },
    wordsFor(claim, { quote, sentence }) {
      const isAbout = overlapOf(claim, sentence) > 0 || shareDate(claim, sentence);
      return isAbout && agrees(claim) ? claim : quote;
    },
  };
}

/** The stems of a text's words. */
export function stemsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(WORD) ?? [];
  return new Set(words.filter((word) => !EMPTY.has(word)).map((word) => word.slice(0, STEM)));
}

/** How much of the smaller text the other one also contains, 0 to 1. */
export function overlapOf(one: string, other: string): number {
  const [stems, others] = [stemsOf(one), stemsOf(other)];
  const least = Math.min(stems.size, others.size);
  if (least === 0) return 0;
  return [...stems].filter((stem) => others.has(stem)).length / least;
}

function sentenceAround(content: string, start: number, end: number): string {
  let from = start;
  while (from > 0 && !SENTENCE_END.test(content.charAt(from - 1))) from--;
  let to = end;
  while (to < content.length && !SENTENCE_END.test(content.charAt(to - 1))) to++;
  return content.slice(from, to).trim();
}
