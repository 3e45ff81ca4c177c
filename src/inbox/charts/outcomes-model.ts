import type { ToolOutcomes } from "../../ports/earshot/inbox.ts";
import { oneLine } from "../../render/visible-text.ts";
import { say } from "./messages/messages.ts";
import { listedPlainly, percent } from "./words.ts";

/** The parts of a bar, in order. */
export const OUTCOMES = [
  "answered",
  "approved",
  "edited",
  "rejected",
  "responded",
  "expired",
  "cancelled",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Segment {
  readonly outcome: Outcome;
  readonly count: number;
  /** Where it begins and ends, counted in requests. */
  readonly from: number;
  readonly to: number;
}

export interface Stack {
  readonly name: string;
  readonly level: ToolOutcomes["level"];
  readonly total: number;
  readonly counts: Readonly<Record<Outcome, number>>;
  readonly segments: readonly Segment[];
}

const MAX_NAME = 40;

/** One bar for each tool and level, the most requests first; unused ones have none. */
export function stacks(outcomes: readonly ToolOutcomes[]): readonly Stack[] {
  return outcomes
    .map(stackOf)
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => b.total - a.total || a.name.localeCompare(b.name));
}

function stackOf({ tool, level, edited, ...rest }: ToolOutcomes): Stack {
  // Those with changes are counted among the approved ones too.
  const counts = { ...rest, edited, approved: Math.max(rest.approved - edited, 0) };
  const segments: Segment[] = [];
  let total = 0;
  for (const outcome of OUTCOMES) {
    const count = counts[outcome];
    if (count > 0) segments.push({ outcome, count, from: total, to: total + count });
    total += count;
  }
  const name = level === "QUESTION" ? say("questions") : oneLine(tool, MAX_NAME);
  return { name, level, total, counts, segments };
}

export function outcomesSentence(all: readonly Stack[]): string {
  const total = all.reduce((sum, one) => sum + one.total, 0);
  if (total === 0) return say("outcomes.none");
  const sumOf = (outcome: Outcome) => all.reduce((sum, { counts }) => sum + counts[outcome], 0);
  const [edited, rejected] = [sumOf("edited"), sumOf("rejected")];
  const yes = sumOf("approved") + edited;
  const parts = [
    ...counted("answered", sumOf("answered")),
    ...(edited > 0
      ? [say("outcomes.changed", { count: yes, changed: edited })]
      : counted("approved", yes)),
    ...counted("rejected", rejected),
    ...counted("responded", sumOf("responded")),
    ...counted("expired", sumOf("expired")),
    ...counted("cancelled", sumOf("cancelled")),
  ];
  const sentence = say("outcomes.closed", { count: total, parts: listedPlainly(parts) });
  const asked = yes + rejected;
  if (asked === 0) return sentence;
  return [sentence, say("outcomes.said-no", { share: percent(rejected, asked) })].join(" ");
}

function counted(outcome: Exclude<Outcome, "edited">, count: number): readonly string[] {
  return count === 0 ? [] : [say(`sum.${outcome}`, { count })];
}
