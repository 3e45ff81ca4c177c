import { type EvidenceBlock, isTooLong } from "../../domain/evidence/evidence-block.ts";
import type { EvidenceView } from "../../domain/evidence/evidence-view.ts";
import type { ContentBlock } from "../../ports/channels/channel.ts";
import type { RenderMessages } from "../messages/messages.ts";
import { fact, lines, note } from "./content-blocks.ts";

export function evidencePost(block: EvidenceBlock, words: RenderMessages): readonly ContentBlock[] {
  const isShort = isTooLong(block);
  return [
    note(words.say("zone.evidence")),
    ...block.views.flatMap((view) => viewPost(view, isShort, words)),
    ...(block.unseen === 0 ? [] : [note(words.say("evidence.unseen"))]),
    ...(isShort ? [note(words.say("evidence.in_short"))] : []),
  ];
}

function viewPost(
  { heading, warnings, facts, lines: shown, more }: EvidenceView,
  isShort: boolean,
  words: RenderMessages,
): readonly ContentBlock[] {
  const told = [
    fact(words.say("evidence.shows"), heading),
    ...warnings.map((text) => fact(words.say("fact.warning"), text)),
    ...facts.map(({ label, value }) => fact(label, value)),
  ];
  const whole = shown.map(({ sign, text }) => `${sign} ${text}`);
  return [
    { kind: "facts", facts: told },
    ...(isShort || whole.length === 0 ? [] : [lines(words.say("evidence.lines"), whole)]),
    ...(more === 0 ? [] : [note(words.say("evidence.more", { count: more }))]),
  ];
}
