import type { Mention } from "./dimension-words.ts";
import { isMixed, type Polarity, polarityOf } from "./polarity.ts";

/** Probabilities that a sentiment is negative, neutral or positive; they sum to 1. */
export interface LearnedPolarity {
  readonly negative: number;
  readonly neutral: number;
  readonly positive: number;
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** The sentiment of a text towards the aspect at a place of it, beside `others`. */
export type AspectPolarity = (
  aspect: Place & { readonly text: string; readonly others: readonly Place[] },
) => LearnedPolarity;

/**
 * Splits a clause that praises one side and blames another: "a beautiful chart full of wrong
 * numbers". Undefined if there is nothing to split. Words that judge by themselves decide; the rest
 * comes from a model of sentences with several aspects.
 */
export function polaritiesApart(
  text: string,
  mentions: readonly Mention[],
  aspect: AspectPolarity,
): ReadonlyMap<string, Polarity> | undefined {
  if (mentions.length < 2 || !isMixed(text)) return undefined;
  return new Map(
    mentions.map((mention) => {
      const own = polarityOf(text.slice(mention.from, mention.to));
      if (own.weight > 0) return [mention.dimension, own];
      const others = mentions.filter((other) => other !== mention);
      const { negative, positive } = aspect({ text, from: mention.from, to: mention.to, others });
      return [mention.dimension, { value: positive - negative, weight: 1 }];
    }),
  );
}
