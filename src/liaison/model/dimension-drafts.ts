import {
  type DimensionFeedback,
  type RequirementFeedback,
  sentimentOf,
} from "../../domain/liaison/feedback.ts";
import type { TaskSpecification } from "../../domain/liaison/task-specification.ts";
import { isAimedAtUs } from "../text/instruction-to-reader.ts";
import type { Evidence, Found } from "./evidence.ts";
import { readList, readParts, readShare, readText, readTexts, roundShare } from "./read-parts.ts";

const MAX_DIMENSIONS = 12;
const MAX_REQUIREMENTS = 40;
const MAX_QUOTES = 6;
const MAX_QUOTE = 600;
const MAX_SUGGESTIONS = 20;
const MAX_SUGGESTION = 300;
const NAME = /^[a-z][a-z _-]{1,39}$/;
const MIDDLE = 0.5;
/** The share of confidence that remains if the other engine hears the opposite. */
const OPPOSED = 0.6;
/** A dimension that only the other engine hears is kept from this confidence on. */
const LEAST_CONFIDENCE = 0.3;

export interface DimensionDrafts {
  readonly dimensions: readonly DimensionFeedback[];
  /** The share of the model's quotes that were really said; 1 without quotes. */
  readonly support: number;
}

/** The dimensions that the person's words support; others are dropped. */
export function readDimensions(
  value: unknown,
  evidence: Evidence,
  embedded: readonly DimensionFeedback[],
): DimensionDrafts {
  const given = new Map<string, DimensionFeedback>();
  let quotes = 0;
  let held = 0;
  for (const draft of readList(value, MAX_DIMENSIONS, readDraft)) {
    const found = draft.quotes.flatMap((quote) => findOpinion(quote, evidence) ?? []);
    quotes += draft.quotes.length;
    held += found.length;
    if (found.length === 0 || given.has(draft.dimension)) continue;
    const other = embedded.find(({ dimension }) => dimension === draft.dimension);
    given.set(draft.dimension, toFeedback(draft, found, other));
  }
  const unheard = embedded.filter(
    ({ dimension, confidence, supporting_quotes }) =>
      !given.has(dimension) &&
      confidence >= LEAST_CONFIDENCE &&
      !supporting_quotes.every(isAimedAtUs),
  );
  return {
    dimensions: [...given.values(), ...unheard],
    support: quotes === 0 ? 1 : held / quotes,
  };
}

type Draft = Pick<DimensionFeedback, "dimension" | "score" | "confidence"> & {
  readonly quotes: readonly string[];
};

function readDraft(value: unknown): Draft | undefined {
  const parts = readParts(value);
  const dimension = readText(parts["dimension"], MAX_QUOTE).toLowerCase();
  if (!NAME.test(dimension)) return undefined;
  return {
    dimension,
    score: readShare(parts["score"], MIDDLE),
    confidence: readShare(parts["confidence"], 0),
    quotes: readTexts(parts["quotes"], MAX_QUOTES, MAX_QUOTE),
  };
}

function toFeedback(
  { dimension, score, confidence }: Draft,
  found: readonly Found[],
  other: DimensionFeedback | undefined,
): DimensionFeedback {
  const isOpposed = other !== undefined && (other.score - MIDDLE) * (score - MIDDLE) < 0;
  return {
    dimension,
    sentiment: sentimentOf(score),
    confidence: isOpposed ? roundShare(confidence * OPPOSED) : confidence,
    supporting_quotes: found.map(({ quote }) => quote),
    quote_spans: found.map(({ exchange, start, end }) => ({ exchange, start, end })),
    score,
  };
}

/** A quote of an opinion, not of words that tell the reader what to report. */
function findOpinion(quote: string, evidence: Evidence): Found | undefined {
  const found = evidence.find(quote);
  return found === undefined || isAimedAtUs(found.sentence) ? undefined : found;
}

/** What the person wants changed, each item resting on a quote. */
export function readSuggestions(value: unknown, evidence: Evidence): readonly string[] {
  const suggestions = readList(value, MAX_SUGGESTIONS, (element) => {
    const parts = readParts(element);
    const found = findOpinion(readText(parts["quote"], MAX_QUOTE), evidence);
    if (found === undefined) return undefined;
    const text = readText(parts["text"], MAX_SUGGESTION);
    return readText(evidence.wordsFor(text, found), MAX_SUGGESTION) || undefined;
  });
  return [...new Set(suggestions)];
}

/**
 * What was said about the task's requirements; the other engine's result if the model names none.
 */
export function readRequirementFeedback(
  value: unknown,
  evidence: Evidence,
  known: {
    readonly task: TaskSpecification | undefined;
    readonly embedded: readonly RequirementFeedback[];
  },
): readonly RequirementFeedback[] {
  const ids = new Set(known.task?.requirements.map(({ id }) => id));
  const given = new Map<string, RequirementFeedback>();
  for (const element of readList(value, MAX_REQUIREMENTS, readParts)) {
    const id = readText(element["requirement_id"], MAX_QUOTE);
    const found = findOpinion(readText(element["quote"], MAX_QUOTE), evidence);
    if (!ids.has(id) || given.has(id) || found === undefined) continue;
    const score = readShare(element["score"], MIDDLE);
    given.set(id, {
      requirement_id: id,
      sentiment: sentimentOf(score),
      confidence: readShare(element["confidence"], 0),
      score,
    });
  }
  return [
    ...given.values(),
    ...known.embedded.filter(({ requirement_id }) => !given.has(requirement_id)),
  ];
}
