import {
  type Acceptance,
  type RequirementFeedback,
  sentimentOf,
} from "../../domain/liaison/feedback.ts";
import type { TaskSpecification } from "../../domain/liaison/task-specification.ts";
import { present } from "../../domain/present.ts";
import type { Interpretation, InterpretInput, Language } from "../../ports/model/understanding.ts";
import { followUpOf } from "./follow-up.ts";
import { isComplaint, type Learned, type Remark, remarksOf } from "./remarks.ts";
import { rootsOf } from "./roots.ts";
import { dimensionFeedbackOf, overallOf, scoreOf } from "./scores.ts";
import { suggestionsOf } from "./suggestions.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

/** What was learned or found out elsewhere. */
export interface Senses {
  /** What the person says. */
  readonly language: Language;
  readonly learned: Learned;
}

/**
 * Highest confidence if the words are not understood, may mean the opposite, or say next to
 * nothing.
 */
const UNSURE = 0.3;
/** Weight of all words together; less is thin. */
const ENOUGH = 1;

interface Described {
  readonly id: string;
  readonly roots: ReadonlySet<string>;
}

/** A smaller overlap, weighted by rarity, is chance. */
const MIN_SHARE = 0.25;

/** Reads what the person says about a result; pure. Only their own words count. */
export function interpretFeedback(
  { exchanges, task }: InterpretInput,
  { language, learned }: Senses,
): Interpretation {
  const said = exchanges.filter(({ role }) => role === "human");
  const remarks = remarksOf(said, learned);
  const verdict = verdictOf(remarks, exchanges);
  const judged = withVerdict(remarks, verdict);
  const dimensions = dimensionFeedbackOf(judged);
  const suggestions = suggestionsOf(remarks);
  const overall = overallOf(dimensions);
  const weight = judged.reduce((total, one) => total + one.weight, 0);
  const isDoubtful = remarks.some(({ isSarcastic }) => isSarcastic);
  const isDecided = verdict?.isFirm === true;
  const status = acceptanceOf({ verdict, suggestions, overall, isDoubtful });
  const isUnclear = isDoubtful || weight < ENOUGH || isUnfounded(remarks);
  const isThin = !isDecided && (!language.isUnderstood || (suggestions.length === 0 && isUnclear));
  return {
    metrics: {
      overall_satisfaction: overall,
      acceptance_status: status,
      dimension_feedback: dimensions,
      improvement_suggestions: suggestions,
      interpretation_confidence: confidenceOf({
        weight,
        isDecided,
        isUnsure: isThin || isDoubtful || !language.isUnderstood,
      }),
      requirement_feedback: requirementFeedbackOf(remarks, task),
    },
    ...present({ explicit: isDecided ? status : undefined }),
    isThin,
    follow_up: followUpOf({
      language,
      isThin,
      isDecided: isDecided || suggestions.length > 0,
      lacksReason: status !== "accepted" && suggestions.length === 0 && weight > 0,
      dimensions: dimensions
        .filter(({ confidence }) => confidence > 0.2)
        .map(({ dimension }) => dimension),
    }),
    language,
  };
}

/** "I don't like it": no side of the result and nothing that could be changed. */
function isUnfounded(remarks: readonly Remark[]): boolean {
  return remarks.some(isComplaint) && remarks.every(({ dimensions }) => dimensions.length === 0);
}

const OF_VERDICT: Readonly<
  Record<Acceptance, { readonly value: number; readonly weight: number }>
> = {
  accepted: { value: 0.8, weight: 1.2 },
  needs_improvement: { value: -0.3, weight: 0.8 },
  rejected: { value: -0.9, weight: 1.5 },
};

/** A verdict is evidence too: its clause counts for the whole, with at least this weight. */
function withVerdict(remarks: readonly Remark[], verdict: Verdict | undefined): readonly Remark[] {
  if (verdict === undefined) return remarks;
  const { value, weight } = OF_VERDICT[verdict.status];
  return remarks.map((remark) => {
    if (remark.act === undefined || remark.isSarcastic) return remark;
    const agrees = Math.sign(remark.value) === Math.sign(value) && remark.weight > weight;
    return agrees ? remark : { ...remark, value, weight };
  });
}

interface Grounds {
  readonly verdict: Verdict | undefined;
  readonly suggestions: readonly string[];
  readonly overall: number;
  /** Part of it may mean the opposite of what it says. */
  readonly isDoubtful: boolean;
}

/** Explicit words come first, then requests, then the tone. Silence is no refusal. */
function acceptanceOf({ verdict, suggestions, overall, isDoubtful }: Grounds): Acceptance {
  if (verdict?.isFirm) return verdict.status;
  if (verdict?.status === "rejected") return "rejected";
  if (suggestions.length > 0 || verdict?.status === "needs_improvement") return "needs_improvement";
  if (verdict !== undefined) return verdict.status;
  const isNegative = isDoubtful ? overall < 0.5 : sentimentOf(overall).endsWith("negative");
  return isNegative ? "needs_improvement" : "accepted";
}

interface Sureness {
  readonly weight: number;
  readonly isDecided: boolean;
  readonly isUnsure: boolean;
}

function confidenceOf({ weight, isDecided, isUnsure }: Sureness): number {
  const sureness = 1 - Math.exp(-(weight + (isDecided ? 1.5 : 0)) / 1.8);
  return Math.min(sureness, isUnsure ? UNSURE : 0.95);
}

/**
 * What was said about each requirement that somebody mentioned. A remark belongs to the
 * requirements that share most of its words; words that many requirements share count little.
 * Silence is no feedback: a requirement that nobody mentioned is left out, even if everything was
 * accepted.
 */
function requirementFeedbackOf(
  remarks: readonly Remark[],
  task: TaskSpecification | undefined,
): readonly RequirementFeedback[] {
  const described = (task?.requirements ?? []).map(
    ({ id, description, constraints, examples }) => ({
      id,
      roots: rootsOf([description, ...constraints, ...examples].join(" ")),
    }),
  );
  const weigh = weightsOf(described);
  const byRequirement = new Map<string, Remark[]>();
  for (const remark of remarks.filter(({ weight }) => weight > 0)) {
    for (const id of nearest(rootsOf(remark.text), described, weigh)) {
      byRequirement.set(id, [...(byRequirement.get(id) ?? []), remark]);
    }
  }
  return described.flatMap(({ id }) => {
    const evidence = byRequirement.get(id);
    if (evidence === undefined) return [];
    const { score, confidence } = scoreOf(evidence);
    return [{ requirement_id: id, sentiment: sentimentOf(score), confidence, score }];
  });
}

type Weigh = (root: string) => number;

function weightsOf(described: readonly Described[]): Weigh {
  const counts = new Map<string, number>();
  for (const { roots } of described) {
    for (const root of roots) counts.set(root, (counts.get(root) ?? 0) + 1);
  }
  return (root) => Math.log(1 + described.length / (counts.get(root) ?? described.length));
}

/** The best one, and those that are as good. */
function nearest(
  said: ReadonlySet<string>,
  described: readonly Described[],
  weigh: Weigh,
): readonly string[] {
  const shares = described.map(({ id, roots }) => ({ id, share: shareOf(said, roots, weigh) }));
  const best = Math.max(MIN_SHARE, ...shares.map(({ share }) => share));
  return shares.filter(({ share }) => share >= best).map(({ id }) => id);
}

/** The overlap relative to the shorter text: people name a requirement in a word or two. */
function shareOf(said: ReadonlySet<string>, roots: ReadonlySet<string>, weigh: Weigh): number {
  const total = (some: Iterable<string>) => [...some].reduce((sum, root) => sum + weigh(root), 0);
  const common = [...said].filter((root) => roots.has(root));
  if (common.length === 0) return 0;
  return total(common) / Math.min(total(said), total(roots));
}
