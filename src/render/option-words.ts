import type { Option } from "../domain/requests/question.ts";
import type { Run, WordBlock } from "../ports/channels/word-blocks.ts";
import { readWords } from "./read-words.ts";
import { visibleText } from "./visible-text.ts";

/** Options by number, each with what it says about itself; their Markdown is read. */
export function optionList(
  options: readonly Option[],
  signOf: (number: number) => string,
): WordBlock {
  const items = options.map((option, index) => ({
    sign: signOf(index + 1),
    blocks: optionBlocks(option),
  }));
  return { kind: "list", items };
}

function optionBlocks({ label, description }: Option): readonly WordBlock[] {
  const named = labelRuns(label);
  if (description === undefined) return [{ kind: "paragraph", runs: named }];
  const [first, ...more] = readWords(description) ?? asWritten(description);
  return first?.kind === "paragraph"
    ? [{ kind: "paragraph", runs: [...named, { text: " – " }, ...first.runs] }, ...more]
    : [{ kind: "paragraph", runs: named }, ...(first === undefined ? [] : [first]), ...more];
}

/** A label is one line, whatever its Markdown would make of it. */
function labelRuns(label: string): readonly Run[] {
  const [only, ...more] = readWords(label) ?? [];
  return only?.kind === "paragraph" && more.length === 0
    ? only.runs.map((run) => ({ ...run, text: run.text.replace(/\s+/g, " ") }))
    : [{ text: visibleText(label, { keepLines: false }) }];
}

function asWritten(text: string): readonly WordBlock[] {
  return [{ kind: "paragraph", runs: [{ text: visibleText(text) }] }];
}
