import { ACCEPTANCES, type DimensionFeedback } from "../../domain/liaison/feedback.ts";
import { present } from "../../domain/present.ts";
import type { Interpretation, InterpretInput } from "../../ports/model/understanding.ts";
import { isAimedAtUs } from "../text/instruction-to-reader.ts";
import { overlapOfLists } from "./agreement.ts";
import { type AcceptanceClaim, decideAcceptance, type Verdict } from "./decide-acceptance.ts";
import { readDimensions, readRequirementFeedback, readSuggestions } from "./dimension-drafts.ts";
import { createEvidence, type Evidence } from "./evidence.ts";
import { readOptions, readTopic } from "./question-drafts.ts";
import { readList, readParts, readShare, readText, roundShare } from "./read-parts.ts";

/*
 * `m` is the model's own confidence, `e` the embedded engine's, `s` the part of its quotes that were
 * really said, `a` the agreement:
 *
 *   a          = 0.4 × same status + 0.3 × overlap of the dimensions (F1) + 0.3 × (1 − distance of the satisfactions)
 *   confidence = min((0.6 × m × s + 0.4 × e) × (1 − 0.3 × (1 − a)), e + 0.25)
 *
 * at most 0.4 where the verdicts exclude each other; 0.85 × m × s where the embedded engine does not
 * understand the language.
 */

const STATUS = 0.4;
const DIMENSIONS = 0.3;
const DISTANCE = 0.3;
const OF_MODEL = 0.6;
const DISAGREED = 0.3;
const MOST_LIFT = 0.25;
const UNCHECKED = 0.85;
const IN_CONFLICT = 0.4;
const MAX_QUOTE = 600;
const MAX_FOLLOW_UPS = 3;
/** Below this score a dimension asks for a change. */
const NEGATIVE = 0.42;
const LEAST_TO_COUNT = 0.2;

/** What holds of a model's reading of feedback. */
export function verifyInterpretation(
  value: unknown,
  { exchanges, task }: InterpretInput,
  embedded: Interpretation,
): Interpretation {
  const parts = readParts(value);
  const person = exchanges.filter(({ role }) => role === "human");
  const evidence = createEvidence(person, person.at(-1)?.timestamp ?? "1970-01-01T00:00:00.000Z");
  const { metrics } = embedded;
  const drafts = readDimensions(parts["dimensions"], evidence, metrics.dimension_feedback);
  const { dimensions } = drafts;
  const suggested = readSuggestions(parts["suggestions"], evidence);
  const claim = readClaim(parts, evidence);
  const verdict = decideAcceptance(claim, embedded, {
    person,
    wantsChanges: suggested.length > 0 || dimensions.some(isNegative),
  });
  const others = metrics.improvement_suggestions.filter((words) => !isAimedAtUs(words));
  const suggestions = suggested.length === 0 ? others : suggested;
  const satisfaction = satisfactionOf(dimensions, metrics.overall_satisfaction);
  const isThin =
    isOpen(verdict, { dimensions, suggestions }) || (parts["is_thin"] === true && embedded.isThin);
  const isReadable = verdict.isExplicit || (!isThin && embedded.verdict !== undefined);
  return {
    ...present({
      verdict: isReadable || suggestions.length > 0 ? verdict.status : undefined,
      asked: embedded.asked,
    }),
    metrics: {
      overall_satisfaction: satisfaction,
      acceptance_status: verdict.status,
      dimension_feedback: dimensions,
      improvement_suggestions: suggestions,
      interpretation_confidence: confidenceOf({
        own: readShare(parts["confidence"], 0) * drafts.support,
        agreement: agreementOf({ claim, dimensions, satisfaction }, embedded),
        embedded,
        verdict,
      }),
      requirement_feedback: readRequirementFeedback(parts["requirements"], evidence, {
        task,
        embedded: metrics.requirement_feedback,
      }),
    },
    ...present({ explicit: verdict.isExplicit ? verdict.status : undefined }),
    isThin,
    follow_up: isThin ? followUps(parts["follow_up"], embedded) : [],
    language: embedded.language,
  };
}

/** Nothing to go by, or two contradicting readings without anything to change. */
function isOpen(
  { isExplicit, isConflict }: Verdict,
  said: { readonly dimensions: readonly unknown[]; readonly suggestions: readonly string[] },
): boolean {
  const isEmpty = said.dimensions.length === 0 && !isExplicit;
  return said.suggestions.length === 0 && (isEmpty || isConflict);
}

function readClaim(parts: Readonly<Record<string, unknown>>, evidence: Evidence): AcceptanceClaim {
  const said = parts["acceptance_status"];
  const quote = readText(parts["acceptance_quote"], MAX_QUOTE);
  return {
    status: ACCEPTANCES.find((status) => status === said) ?? "needs_improvement",
    isQuoted: evidence.find(quote) !== undefined,
  };
}

function isNegative({ score, confidence }: DimensionFeedback): boolean {
  return score < NEGATIVE && confidence >= LEAST_TO_COUNT;
}

/** The mean of the scores, weighted by confidence; the other engine's if nothing has weight. */
function satisfactionOf(dimensions: readonly DimensionFeedback[], otherwise: number): number {
  const weight = dimensions.reduce((sum, { confidence }) => sum + confidence, 0);
  if (weight === 0) return otherwise;
  const sum = dimensions.reduce((total, { score, confidence }) => total + score * confidence, 0);
  return roundShare(sum / weight);
}

interface Read {
  readonly claim: AcceptanceClaim;
  readonly dimensions: readonly DimensionFeedback[];
  readonly satisfaction: number;
}

function agreementOf({ claim, dimensions, satisfaction }: Read, { metrics }: Interpretation) {
  const names = (feedback: readonly DimensionFeedback[]) =>
    feedback.map(({ dimension }) => dimension);
  const overlap = overlapOfLists(
    names(dimensions),
    names(metrics.dimension_feedback),
    (one, other) => one === other,
  );
  const isSame = claim.status === metrics.acceptance_status ? 1 : 0;
  const distance = Math.abs(satisfaction - metrics.overall_satisfaction);
  return STATUS * isSame + DIMENSIONS * overlap + DISTANCE * (1 - distance);
}

function confidenceOf(parts: {
  /** The model's suggestions, as far as their quotes hold. */
  readonly own: number;
  readonly agreement: number;
  readonly embedded: Interpretation;
  readonly verdict: Verdict;
}): number {
  const { own, agreement, embedded, verdict } = parts;
  const most = verdict.isConflict ? IN_CONFLICT : 1;
  if (!embedded.language.isUnderstood) return roundShare(Math.min(UNCHECKED * own, most));
  const other = embedded.metrics.interpretation_confidence;
  const mean = OF_MODEL * own + (1 - OF_MODEL) * other;
  const blended = mean * (1 - DISAGREED * (1 - agreement));
  return roundShare(Math.min(blended, other + MOST_LIFT, most));
}

function followUps(value: unknown, embedded: Interpretation): Interpretation["follow_up"] {
  const questions = readList(value, MAX_FOLLOW_UPS, (element) => {
    const topic = readTopic(element);
    if (topic === undefined) return undefined;
    return { ...topic, options: readOptions(readParts(element)["options"]) };
  });
  if (questions.length > 0) return questions;
  return embedded.follow_up.length > 0 ? embedded.follow_up : [ACCEPT_OR_CHANGE];
}

/** Asked if neither reading has a question and yet nobody can tell. */
const ACCEPT_OR_CHANGE = {
  topic: "whether you accept it",
  question: "Do you accept the result as it is, or is there something to change?",
  options: ["I accept it", "There is something to change"],
};
