import { DIMENSIONS, type DimensionFeedback, sentimentOf } from "../../domain/liaison/feedback.ts";
import type { Remark } from "./remarks.ts";

/** What was said about one thing, as the mean of a Beta distribution that starts at Beta(1, 1). */
export interface Score {
  /** 0 to 1; 0.5 says nothing, and a few words stay near it. */
  readonly score: number;
  /** 0 to 1: how much was said. */
  readonly confidence: number;
}

/** For the whole: praise, complaints and verdicts that name no side of it. */
const OVERALL = "overall";
const MAX_QUOTES = 10;
/** The weight that gives half of the full confidence. */
const HALF = 1.5;

type Evidence = Pick<Remark, "value" | "weight" | "isSarcastic">;

export function scoreOf(evidence: readonly Evidence[]): Score {
  let [good, bad] = [1, 1];
  for (const { value, weight } of evidence) {
    good += (weight * (1 + value)) / 2;
    bad += (weight * (1 - value)) / 2;
  }
  const weight = good + bad - 2;
  const isDoubtful = evidence.some(({ isSarcastic }) => isSarcastic);
  const confidence = weight / (weight + HALF);
  return {
    score: good / (good + bad),
    confidence: isDoubtful ? Math.min(confidence, 0.3) : confidence,
  };
}

const MAX_SIDES = 24;

/**
 * One for each side that was mentioned: the standard ones first, then as they came up, the whole
 * last. A side that is both praised and blamed tells nothing of what is good and what is bad, so the
 * things that were named have sides of their own beside it.
 */
export function dimensionFeedbackOf(remarks: readonly Remark[]): readonly DimensionFeedback[] {
  const judged = remarks.flatMap((remark) =>
    sidesOf(remark).map((side) => ({ side, one: { ...remark, ...remark.apart?.get(side) } })),
  );
  const said = judged.filter(({ one }) => one.weight > 0);
  const mixed = [...Map.groupBy(said, ({ side }) => side).values()].filter(isMixed).flat();
  const apart = mixed.flatMap(({ side, one }) =>
    one.thing === undefined || one.thing === side ? [] : [{ side: one.thing, one }],
  );
  const bySide = Map.groupBy([...said, ...apart], ({ side }) => side);
  return [...bySide]
    .slice(0, MAX_SIDES)
    .map(([side, evidence]) =>
      feedbackOf(
        side,
        evidence.map(({ one }) => one),
      ),
    )
    .sort((one, other) => placeOf(one) - placeOf(other) || compare(one.dimension, other.dimension));
}

function isMixed(evidence: readonly { readonly one: Evidence }[]): boolean {
  return evidence.some(({ one }) => one.value > 0) && evidence.some(({ one }) => one.value < 0);
}

function sidesOf({ dimensions, thing, act }: Remark): readonly string[] {
  if (dimensions.length > 0) return act === undefined ? dimensions : [...dimensions, OVERALL];
  return [act === undefined && thing !== undefined ? thing : OVERALL];
}

function feedbackOf(dimension: string, evidence: readonly Remark[]): DimensionFeedback {
  const { score, confidence } = scoreOf(evidence);
  const quoted = evidence.slice(0, MAX_QUOTES);
  return {
    dimension,
    sentiment: sentimentOf(score),
    confidence,
    supporting_quotes: quoted.map(({ text }) => text),
    quote_spans: quoted.map(({ exchange, start, end }) => ({ exchange, start, end })),
    score,
  };
}

function placeOf({ dimension }: DimensionFeedback): number {
  if (dimension === OVERALL) return DIMENSIONS.length + 1;
  const place = (DIMENSIONS as readonly string[]).indexOf(dimension);
  return place === -1 ? DIMENSIONS.length : place;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The mean over sides, weighted by confidence; 0.5 if nothing was said. */
export function overallOf(feedback: readonly Score[]): number {
  const weight = feedback.reduce((total, { confidence }) => total + confidence, 0);
  if (weight === 0) return 0.5;
  return feedback.reduce((total, { score, confidence }) => total + score * confidence, 0) / weight;
}
