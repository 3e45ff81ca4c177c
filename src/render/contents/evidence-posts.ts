import {
  type EvidenceBlock,
  isAllSeen,
  moreWords,
  UNSEEN_EVIDENCE,
} from "../../domain/evidence/evidence-block.ts";
import type { EvidenceView } from "../../domain/evidence/evidence-view.ts";
import type { ContentBlock } from "../../ports/channels/channel.ts";
import { fact, lines, note } from "./content-blocks.ts";

/** A post with more is no place to read in. */
const MOST_LINES = 40;
const IN_SHORT = "Only counts stand here. Read it on the page.";

/** Whether a post shows all of it, so that it may be approved there. */
export function isWholeInPosts(block: EvidenceBlock): boolean {
  return isAllSeen(block) && countOf(block) <= MOST_LINES;
}

function countOf({ views }: EvidenceBlock): number {
  return views.reduce((sum, view) => sum + view.lines.length, 0);
}

export function evidencePost(block: EvidenceBlock): readonly ContentBlock[] {
  const isShort = countOf(block) > MOST_LINES;
  return [
    note("EVIDENCE: what the agent shows, drawn of its bytes"),
    ...block.views.flatMap((view) => viewPost(view, isShort)),
    ...(block.unseen === 0 ? [] : [note(UNSEEN_EVIDENCE)]),
    ...(isShort ? [note(IN_SHORT)] : []),
  ];
}

function viewPost(
  { heading, warnings, facts, lines: shown, more }: EvidenceView,
  isShort: boolean,
): readonly ContentBlock[] {
  const told = [
    fact("shows", heading),
    ...warnings.map((text) => fact("warning", text)),
    ...facts.map(({ label, value }) => fact(label, value)),
  ];
  const whole = shown.map(({ sign, text }) => `${sign} ${text}`);
  return [
    { kind: "facts", facts: told },
    ...(isShort || whole.length === 0 ? [] : [lines("Its lines", whole)]),
    ...(more === 0 ? [] : [note(moreWords(more))]),
  ];
}
