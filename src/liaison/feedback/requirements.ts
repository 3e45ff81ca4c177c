import { type RequirementFeedback, sentimentOf } from "../../domain/liaison/feedback.ts";
import type { TaskSpecification } from "../../domain/liaison/task-specification.ts";
import type { Remark } from "./remarks.ts";
import { rootsOf } from "./roots.ts";
import { scoreOf } from "./scores.ts";

interface Described {
  readonly id: string;
  readonly roots: ReadonlySet<string>;
}

/** A smaller overlap, weighted by rarity, is chance. */
const MIN_SHARE = 0.25;

/**
 * What was said about each requirement that somebody mentioned. A remark belongs to the
 * requirements that share most of its words; words that many requirements share count little.
 * Silence is no feedback: a requirement that nobody mentioned is left out, even if everything was
 * accepted.
 */
export function requirementFeedbackOf(
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
