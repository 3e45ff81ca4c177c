import { readWords } from "./read-words.ts";
import { type Layout, plainLines } from "./word-lines.ts";

/** Words of an agent with their Markdown laid out as text; without any, as they are. */
export function laidOut(text: string, layout: Layout = {}): string {
  const words = readWords(text);
  return words === undefined ? text : plainLines(words, layout).join("\n");
}
