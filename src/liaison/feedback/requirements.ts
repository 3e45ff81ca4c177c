import { type RequirementFeedback, sentimentOf } from "../../domain/liaison/feedback.ts";
import type { TaskSpecification } from "../../domain/liaison/task-specification.ts";
import type { Remark } from "./remarks.ts";
import { rootsOf } from "./roots.ts";
import { scoreOf } from "./scores.ts";

interface Described {
  readonly id: string;
  readonly roots: ReadonlySet<string>;
}

/** Less in common, weighed by how rare it is, is chance. */
const MIN_SHARE = 0.25;

/**
 * What was said of each requirement that something was said of. A remark belongs to the requirements
 * whose words it has most of; words that many requirements share count for little. Silence is no
 * feedback: a requirement that nobody spoke of is left out, also where all was accepted.
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

/** The best one, and those as good. */
function nearest(
  said: ReadonlySet<string>,
  described: readonly Described[],
  weigh: Weigh,
): readonly string[] {
  const shares = described.map(({ id, roots }) => ({ id, share: shareOf(said, roots, weigh) }));
  const best = Math.max(MIN_SHARE, ...shares.map(({ share }) => share));
  return shares.filter(({ share }) => share >= best).map(({ id }) => id);
}

/** What is common, against the shorter of the two: people name a requirement in a word or two. */
function shareOf(said: ReadonlySet<string>, roots: ReadonlySet<string>, weigh: Weigh): number {
  const total = (some: Iterable<string>) => [...some].reduce((sum, root) => sum + weigh(root), 0);
  const common = [...said].filter((root) => roots.has(root));
  if (common.length === 0) return 0;
  return total(common) / Math.min(total(said), total(roots));
}
