import type { MessageId } from "../id.ts";

/*
 * What the liaison derives from a conversation after a task. Existing subscribers rely on the names of
 * its fields.
 */

export const SENTIMENTS = [
  "very_negative",
  "negative",
  "neutral",
  "positive",
  "very_positive",
] as const;
export type Sentiment = (typeof SENTIMENTS)[number];

export const ACCEPTANCES = ["accepted", "rejected", "needs_improvement"] as const;
export type Acceptance = (typeof ACCEPTANCES)[number];

/** Dimensions that are always considered; people raise others, such as `accessibility`. */
export const DIMENSIONS = [
  "accuracy",
  "helpfulness",
  "completeness",
  "creativity",
  "clarity",
] as const;

/** The place of a quote: `content.slice(start, end)` of the exchange is the quote. */
export interface QuoteSpan {
  readonly exchange: MessageId;
  readonly start: number;
  readonly end: number;
}

export interface DimensionFeedback {
  readonly dimension: string;
  readonly sentiment: Sentiment;
  /** 0 to 1. */
  readonly confidence: number;
  /** Verbatim spans of what the person said. */
  readonly supporting_quotes: readonly string[];
  /** The span of each quote, in the same order. */
  readonly quote_spans: readonly QuoteSpan[];
  /** 0 to 1; 0.5 is neutral. */
  readonly score: number;
}

/** What was said about one requirement. */
export interface RequirementFeedback {
  readonly requirement_id: string;
  readonly sentiment: Sentiment;
  readonly confidence: number;
  readonly score: number;
}

export interface FeedbackMetrics {
  /** 0 to 1, weighted by confidence; 0.5 if nothing was said. */
  readonly overall_satisfaction: number;
  readonly acceptance_status: Acceptance;
  readonly dimension_feedback: readonly DimensionFeedback[];
  readonly improvement_suggestions: readonly string[];
  readonly interpretation_confidence: number;
  readonly requirement_feedback: readonly RequirementFeedback[];
}

/** The word for a score. */
export function sentimentOf(score: number): Sentiment {
  const bounds = [0.15, 0.45, 0.55, 0.85];
  const at = bounds.findIndex((bound) => score < bound);
  return SENTIMENTS[at === -1 ? SENTIMENTS.length - 1 : at] ?? "neutral";
}
