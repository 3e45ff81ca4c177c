import type { Voice } from "../../channels/console/voice.ts";
import type { EvidenceView } from "../../domain/evidence/evidence-view.ts";
import type { AuthorizationRequest, Shown } from "../../domain/requests/request.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { authorizationBlocks } from "../../render/blocks.ts";
import { terminalLines } from "../../render/terminal-blocks.ts";

interface Showing {
  readonly width?: number;
  readonly evidence?: readonly EvidenceView[];
}

/** All of it, as the trusted renderer shows it. */
export function requestLines(
  request: Shown<AuthorizationRequest>,
  voice: Voice,
  { width, evidence }: Showing = {},
): readonly string[] {
  return terminalLines(authorizationBlocks(request, { ...voice, evidence }), voice.words, {
    width,
    paint: voice.paint,
  });
}

/** What stands beside it, drawn; nothing is asked where nothing does. */
export async function evidenceBeside(
  earshot: Pick<Earshot, "showEvidence">,
  { id, authorization }: Shown<AuthorizationRequest>,
  { words: { language } }: Voice,
): Promise<readonly EvidenceView[]> {
  if (authorization.action.evidence === undefined) return [];
  return (await earshot.showEvidence({ id, language })).items;
}
