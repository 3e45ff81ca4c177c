import type { ToolOutcomes } from "../../ports/earshot/inbox.ts";
import { oneLine } from "../../render/visible-text.ts";
import { counted, percent } from "./words.ts";

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

export const OUTCOME_TEXTS: Readonly<Record<Outcome, string>> = {
  answered: "Answered",
  approved: "Approved as asked",
  edited: "Approved with changes",
  rejected: "Rejected",
  responded: "Answered instead",
  expired: "Expired",
  cancelled: "Cancelled",
};

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
  const name = level === "QUESTION" ? "Questions" : oneLine(tool, MAX_NAME);
  return { name, level, total, counts, segments };
}

export function outcomesSentence(all: readonly Stack[]): string {
  const total = all.reduce((sum, one) => sum + one.total, 0);
  if (total === 0) return "No request closed in this time.";
  const sumOf = (outcome: Outcome) => all.reduce((sum, { counts }) => sum + counts[outcome], 0);
  const yes = sumOf("approved") + sumOf("edited");
  const parts = [
    ...said(sumOf("answered"), "answered"),
    ...said(yes, sumOf("edited") > 0 ? `approved (${sumOf("edited")} with changes)` : "approved"),
    ...said(sumOf("rejected"), "rejected"),
    ...said(sumOf("responded"), "answered in place of the tool"),
    ...said(sumOf("expired"), "left to expire"),
    ...said(sumOf("cancelled"), "cancelled"),
  ];
  const sentence = `Of ${counted(total, "closed request")}, ${parts.join(", ")}.`;
  const asked = yes + sumOf("rejected");
  return asked === 0
    ? sentence
    : `${sentence} People said no to ${percent(sumOf("rejected"), asked)} of the authorizations they decided.`;
}

function said(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? "was" : "were"} ${what}`];
}
