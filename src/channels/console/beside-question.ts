import { evidenceBlock } from "../../domain/evidence/evidence-block.ts";
import type { QuestionRequest, Shown } from "../../domain/requests/request.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { terminalLines } from "../../render/terminal-blocks.ts";
import type { LineReader } from "./line-reader.ts";
import type { Voice } from "./voice.ts";

/** Lines of what stands beside a question. */
export async function besideQuestion(
  {
    earshot,
    reader,
    voice,
  }: {
    readonly earshot: Pick<Earshot, "showEvidence">;
    readonly reader: LineReader;
    readonly voice: Voice;
  },
  request: Shown<QuestionRequest>,
): Promise<readonly string[]> {
  if (request.question.evidence === undefined) return [];
  const { items } = await earshot.showEvidence({
    id: request.id,
    language: voice.words.language,
  });
  const block = evidenceBlock(request, items);
  return block === undefined
    ? []
    : terminalLines([block], voice.words, { width: reader.columns() });
}
