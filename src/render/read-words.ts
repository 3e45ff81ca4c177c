import type { SyntaxNode } from "@lezer/common";
import { scriptsTold } from "../domain/look-alikes.ts";
import type { Run, WordBlock, WordItem } from "../ports/channels/word-blocks.ts";
import { visibleText } from "./visible-text.ts";
import { type Layout, plainLines } from "./word-lines.ts";
import { markdown } from "./words/markdown.ts";
import { mayHaveMarkup } from "./words/may-have-markup.ts";
import { styledRuns } from "./words/styled-runs.ts";

/** A text with more blocks than anybody reads stays as it is. */
const MOST_BLOCKS = 2_000;
/** A table with more is shown as it was written. */
const MOST_CELLS = 1_000;
const LANGUAGE = /^[\w+#.-]{1,20}$/;

/**
 * What somebody says as blocks, or undefined for a text without markup, which stays as it is. No
 * letter is left out; only the signs of the markup are.
 *
 * What hides or looks like something else is made visible on the text of each block before any of it
 * is formatted, since markup could stand between the letters of a word. Such a block has no formatting.
 */
export function readWords(text: string): readonly WordBlock[] | undefined {
  if (!mayHaveMarkup(text)) return undefined;
  const source = sourceOf(text.replaceAll("\r\n", "\n"));
  const blocks = blocksIn(source, markdown.parse(source.text).topNode);
  return source.isTooMuch() || blocks.every(isPlain) ? undefined : blocks;
}

function isPlain(block: WordBlock): boolean {
  if (block.kind === "code") return block.language === "";
  return block.kind === "paragraph" && block.runs.every((run) => Object.keys(run).length === 1);
}

interface Source {
  readonly text: string;
  readonly of: (node: SyntaxNode) => string;
  readonly visible: (text: string) => string;
  /** Counts blocks. */
  readonly isTooMuch: (more?: number) => boolean;
}

function sourceOf(text: string): Source {
  let told: ReadonlySet<RegExp> | undefined;
  let count = 0;
  const toldIn = () => {
    told ??= scriptsTold(text);
    return told;
  };
  return {
    text,
    of: ({ from, to }) => text.slice(from, to),
    visible: (part) => visibleText(part, { toldIn }),
    isTooMuch(more = 0) {
      count += more;
      return count > MOST_BLOCKS;
    },
  };
}

function blocksIn(source: Source, node: SyntaxNode): WordBlock[] {
  const blocks: WordBlock[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name === "ListMark" || child.name === "QuoteMark") continue;
    if (source.isTooMuch(1)) break;
    blocks.push(blockOf(source, child));
  }
  return blocks;
}

function blockOf(source: Source, node: SyntaxNode): WordBlock {
  switch (node.name) {
    case "Paragraph":
      return { kind: "paragraph", runs: runsOf(source, node) };
    case "FencedCode":
      return fencedCode(source, node);
    case "CodeBlock":
      return { kind: "code", language: "", text: source.visible(codeIn(source, node)) };
    case "Blockquote":
      return { kind: "quote", blocks: blocksIn(source, node) };
    case "BulletList":
    case "OrderedList":
      return listOf(source, node);
    case "Table":
      return tableOf(source, node);
    case "HorizontalRule":
      return { kind: "rule" };
    default:
      return node.name.startsWith("ATXHeading")
        ? { kind: "heading", runs: runsOf(source, node) }
        : asWritten(source, node);
  }
}

function asWritten(source: Source, node: SyntaxNode): WordBlock {
  const text = source.visible(source.of(node));
  return { kind: "paragraph", runs: text === "" ? [] : [{ text }] };
}

function runsOf(source: Source, node: SyntaxNode): readonly Run[] {
  const runs = styledRuns(source.text, node);
  const whole = runs.map(({ text }) => text).join("");
  const shown = source.visible(whole);
  return shown === whole ? runs : [{ text: shown }];
}

function fencedCode(source: Source, node: SyntaxNode): WordBlock {
  const info = node.getChild("CodeInfo");
  if (info === null) return { kind: "code", text: source.visible(codeIn(source, node)) };
  const language = source.of(info);
  // Words in the place of a language are shown as well.
  return LANGUAGE.test(language)
    ? { kind: "code", language, text: source.visible(codeIn(source, node)) }
    : { kind: "code", text: source.visible(source.of(node)) };
}

function codeIn(source: Source, node: SyntaxNode): string {
  return node
    .getChildren("CodeText")
    .map((part) => source.of(part))
    .join("");
}

function listOf(source: Source, node: SyntaxNode): WordBlock {
  // Lines of a difference begin so, and nobody may take what is added for what is removed.
  if (source.text[node.from] === "+") return asWritten(source, node);
  const items = node.getChildren("ListItem").map((item): WordItem => {
    const mark = item.getChild("ListMark");
    const written = mark === null ? "" : source.of(mark);
    return { sign: /^\d/.test(written) ? written : "•", blocks: blocksIn(source, item) };
  });
  return { kind: "list", items };
}

function tableOf(source: Source, node: SyntaxNode): WordBlock {
  const rows: (readonly (readonly Run[])[])[] = [];
  let cells = 0;
  for (let row = node.firstChild; row !== null; row = row.nextSibling) {
    if (row.name === "TableDelimiter") continue;
    const read = cellsOf(source, row);
    cells += read.length;
    if (cells > MOST_CELLS) return { kind: "code", text: source.visible(source.of(node)) };
    rows.push(read);
  }
  return { kind: "table", rows };
}

/** An empty cell has no node of its own. */
function cellsOf(source: Source, row: SyntaxNode): readonly (readonly Run[])[] {
  const cells: (readonly Run[])[] = [];
  let cell: readonly Run[] | undefined;
  for (let child = row.firstChild; child !== null; child = child.nextSibling) {
    if (child.name === "TableCell") cell = runsOf(source, child);
    // A row may begin with a bar.
    else if (child.from > row.from) {
      cells.push(cell ?? []);
      cell = undefined;
    }
  }
  return cell === undefined ? cells : [...cells, cell];
}

/** Words of an agent with their Markdown laid out as text; without any, as they are. */
export function laidOut(text: string, layout: Layout = {}): string {
  const words = readWords(text);
  return words === undefined ? text : plainLines(words, layout).join("\n");
}
