import type { Run, WordBlock, WordItem } from "../../ports/channels/word-blocks.ts";
import { padded, textWidth, wrapText } from "../fit.ts";

export interface Line {
  readonly runs: readonly Run[];
}

const QUOTED = "> ";
const CODE = "    ";
const BETWEEN = " | ";

/**
 * Blocks in lines of text for a place without formatting of its own, or with styles for a line. Code
 * in a line stays between backticks. A table that is too wide becomes a list of its rows.
 */
export function wordLines(
  blocks: readonly WordBlock[],
  columns = Number.POSITIVE_INFINITY,
): readonly Line[] {
  return blocks.flatMap((block, index) => [
    ...(index === 0 ? [] : [EMPTY]),
    ...linesOf(block, columns),
  ]);
}

export function plainLines(blocks: readonly WordBlock[], columns?: number): readonly string[] {
  return wordLines(blocks, columns).map(plainLine);
}

export function plainLine({ runs }: Line): string {
  return runs.map(({ text }) => text).join("");
}

const EMPTY: Line = { runs: [] };

function linesOf(block: WordBlock, columns: number): readonly Line[] {
  switch (block.kind) {
    case "paragraph":
      return wrapped(block.runs, columns);
    case "heading":
      return wrapped(
        block.runs.map((run) => ({ ...run, isStrong: true })),
        columns,
      );
    case "code":
      return codeLines(block, columns);
    case "quote":
      return before(QUOTED, QUOTED, wordLines(block.blocks, columns - QUOTED.length));
    case "list":
      return block.items.flatMap((item) => itemLines(item, columns));
    case "table":
      return tableLines(block.rows, columns);
    case "rule":
      return [plain("---")];
  }
}

function plain(text: string): Line {
  return { runs: [{ text }] };
}

function before(first: string, next: string, lines: readonly Line[]): Line[] {
  return lines.map(({ runs }, index) => ({
    runs: [{ text: index === 0 ? first : next }, ...runs],
  }));
}

function itemLines({ sign, blocks }: WordItem, columns: number): readonly Line[] {
  const first = `${sign} `;
  const lines = blocks.flatMap((block) => linesOf(block, columns - first.length));
  return before(first, " ".repeat(first.length), lines.length === 0 ? [EMPTY] : lines);
}

function codeLines(
  { language, text }: Extract<WordBlock, { kind: "code" }>,
  columns: number,
): readonly Line[] {
  const name = language === undefined || language === "" ? [] : [plain(`${language}:`)];
  const code = text.split("\n").flatMap((line) => cutAt(line, columns - CODE.length));
  return [...name, ...before(CODE, CODE, code.map(plain))];
}

/** Blanks count in code, so it is broken anywhere. */
function cutAt(line: string, columns: number): readonly string[] {
  return textWidth(line) <= columns ? [line] : wrapText(line, columns);
}

/** Breaks runs between words, as if they were one text. */
function wrapped(runs: readonly Run[], columns: number): readonly Line[] {
  const marked = runs.map((run) => ({ ...run, text: markedText(run).replaceAll("\t", "    ") }));
  const text = marked.map((run) => run.text).join("");
  const lines: Line[] = [];
  let at = 0;
  for (const line of wrapText(text, columns)) {
    // A blank or line end at which it was broken is in no line.
    at = text.indexOf(line, at);
    lines.push({ runs: cut(marked, at, at + line.length) });
    at += line.length;
  }
  return lines;
}

/** What of the runs stands between two places of their text. */
function cut(runs: readonly Run[], from: number, to: number): readonly Run[] {
  let at = 0;
  const found: Run[] = [];
  for (const run of runs) {
    const text = run.text.slice(Math.max(from - at, 0), Math.max(to - at, 0));
    if (text !== "") found.push({ ...run, text });
    at += run.text.length;
  }
  return found;
}

type Rows = Extract<WordBlock, { kind: "table" }>["rows"];

function tableLines(rows: Rows, columns: number): readonly Line[] {
  const texts = rows.map((row) => row.map(cellText));
  const count = Math.max(...texts.map(({ length }) => length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...texts.map((row) => textWidth(row[column] ?? ""))),
  );
  const width = widths.reduce((sum, one) => sum + one, BETWEEN.length * (count - 1));
  if (width > columns) return rowList(texts, columns);
  const aligned = texts.map((row) =>
    plain(
      widths
        .map((one, column) => padded(row[column] ?? "", one))
        .join(BETWEEN)
        .trimEnd(),
    ),
  );
  const rule = plain(widths.map((one) => "-".repeat(one)).join("-+-"));
  return [...aligned.slice(0, 1), rule, ...aligned.slice(1)];
}

function cellText(runs: readonly Run[]): string {
  return runs.map(markedText).join("");
}

function markedText({ text, isCode }: Run): string {
  return isCode ? `\`${text}\`` : text;
}

/** Each row as an item, with the name of its column before each value. */
function rowList(
  [head = [], ...rows]: readonly (readonly string[])[],
  columns: number,
): readonly Line[] {
  const item = (texts: readonly string[]): WordItem => ({
    sign: "•",
    blocks: [{ kind: "paragraph", runs: [{ text: texts.join("\n") }] }],
  });
  const named = rows.map((row) =>
    row.map((text, column) => (head[column] ? `${head[column]}: ${text}` : text)),
  );
  return (rows.length === 0 ? [head] : named).flatMap((row) => itemLines(item(row), columns));
}
