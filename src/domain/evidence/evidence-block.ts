import { type Evidence, evidenceOf } from "./evidence.ts";
import type { EvidenceView } from "./evidence-view.ts";

/** What stands beside a request, on whatever surface. */
export interface EvidenceBlock {
  readonly kind: "evidence";
  readonly views: readonly EvidenceView[];
  /** How many pieces stand beside it that are not drawn here: it is not decided here then. */
  readonly unseen: number;
}

/** Undefined where nothing stands beside it. */
export function evidenceBlock(
  request: Parameters<typeof evidenceOf>[0],
  views: readonly EvidenceView[] = [],
): EvidenceBlock | undefined {
  const evidence: readonly Evidence[] = evidenceOf(request);
  if (evidence.length === 0) return undefined;
  return { kind: "evidence", views, unseen: Math.max(evidence.length - views.length, 0) };
}

/** Whether people see all of it there. */
export function isAllSeen({ views, unseen }: EvidenceBlock): boolean {
  return unseen === 0 && views.every(({ more }) => more === 0);
}

/** A line before a surface gives it a form: a heading, a warning, a fact, or a line of a content. */
export interface EvidenceRow {
  readonly is: "heading" | "warning" | "fact" | "line" | "rest";
  readonly text: string;
}

export const UNSEEN_EVIDENCE = "What the agent shows beside it is not drawn here.";

export function evidenceRows({ views, unseen }: EvidenceBlock): readonly EvidenceRow[] {
  const rows = views.flatMap(rowsOf);
  return unseen === 0 ? rows : [...rows, { is: "rest", text: UNSEEN_EVIDENCE }];
}

function rowsOf({ heading, warnings, facts, lines, more, files }: EvidenceView): EvidenceRow[] {
  return [
    { is: "heading", text: heading },
    ...warnings.map((text): EvidenceRow => ({ is: "warning", text })),
    ...facts.map(({ label, value }): EvidenceRow => ({ is: "fact", text: `${label}: ${value}` })),
    ...lines.map(({ sign, text }): EvidenceRow => ({ is: "line", text: `${sign} ${text}` })),
    ...(more === 0 ? [] : [{ is: "rest", text: moreWords(more) } as const]),
    ...files.map(({ role, digest }): EvidenceRow => ({ is: "fact", text: `${role}: ${digest}` })),
  ];
}

export function moreWords(more: number): string {
  return more === 1 ? "and 1 more line" : `and ${more} more lines`;
}
