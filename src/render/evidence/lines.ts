import type { EvidenceLine } from "../../domain/evidence/evidence-view.ts";
import type { RenderMessages } from "../messages/messages.ts";
import { revealed, spaces } from "../visible-text.ts";

/** What one piece of evidence shows; all of it is in its content. */
const MOST_LINES = 2_000;
const MOST_CHARS = 200_000;
const LINE_CHARS = 1_000;
const INDENT = /^[ \t]{0,40}/;

/** A line of a stranger's text: what hides or deceives in it is written out; a tab is an arrow. */
function shownLine(line: string, words: RenderMessages): string {
  const left = line.length - LINE_CHARS;
  const text = left > 0 ? line.slice(0, LINE_CHARS).toWellFormed() : line;
  const indent = INDENT.exec(text)?.[0] ?? "";
  const rest = revealed(tabbed(text.slice(indent.length))).replace(/ +$/, spaces);
  const shown = rest === "" ? spaces(indent) : tabbed(indent) + rest;
  return left > 0 ? `${shown}⟨${words.say("evidence.chars", { count: left })}⟩` : shown;
}

const tabbed = (text: string) => text.replaceAll("\t", "→   ");

/** The lines of a text, without the empty one behind its last line end. */
export function linesIn(text: string): readonly string[] {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** As many as are shown, and how many are left out. */
export function bounded(
  lines: readonly EvidenceLine[],
  words: RenderMessages,
): {
  readonly lines: readonly EvidenceLine[];
  readonly more: number;
} {
  let chars = 0;
  const shown: EvidenceLine[] = [];
  for (const { sign, text } of lines.slice(0, MOST_LINES)) {
    const line = shownLine(text, words);
    chars += line.length;
    if (chars > MOST_CHARS) break;
    shown.push({ sign, text: line });
  }
  return { lines: shown, more: lines.length - shown.length };
}

/** Lines as they stand in a text. */
export function plainLinesOf(text: string): readonly EvidenceLine[] {
  return linesIn(text).map((line) => ({ sign: " ", text: line }));
}
