import type { Run, WordBlock, WordItem } from "../ports/channels/word-blocks.ts";
import { padded, textWidth, wrapText } from "./fit.ts";

export interface Line {
  readonly runs: readonly Run[];
}

/** How a place shows a run in its style: on a terminal, with escape sequences around it. */
export type Paint = (run: Run) => string;

const QUOTED = "> ";
const CODE = "    ";
const BETWEEN = " | ";

export interface Layout {
  /** If absent, lines are not broken. */
  readonly columns?: number | undefined;
  /** What a table may take, where somebody else breaks the lines. */
  readonly tableColumns?: number | undefined;
  /** The place shows the style of code, which otherwise stays between backticks. */
  readonly isStyled?: boolean;
}

interface Room {
  readonly columns: number;
  readonly tableColumns: number;
  readonly isStyled: boolean;
}

/**
 * Blocks in lines of text, for a place without formatting of its own or with styles in a line. A
 * table that is too wide becomes a list of its rows.
 */
export function wordLines(blocks: readonly WordBlock[], layout: Layout = {}): readonly Line[] {
  const { columns = Number.POSITIVE_INFINITY, tableColumns = columns, isStyled = false } = layout;
  return spacedLines(blocks, { columns, tableColumns, isStyled });
}

export function plainLines(blocks: readonly WordBlock[], layout?: Layout): readonly string[] {
  return wordLines(blocks, layout).map((line) => lineText(line));
}

export function lineText({ runs }: Line, paint: Paint = ({ text }) => text): string {
  return runs.map(paint).join("");
}

function spacedLines(blocks: readonly WordBlock[], room: Room): readonly Line[] {
  return blocks.flatMap((block, index) => [
    ...(index === 0 ? [] : [EMPTY]),
    ...linesOf(block, room),
  ]);
}

function narrower(room: Room, by: string): Room {
  const { columns, tableColumns } = room;
  return { ...room, columns: columns - by.length, tableColumns: tableColumns - by.length };
}

const EMPTY: Line = { runs: [] };

function linesOf(block: WordBlock, room: Room): readonly Line[] {
  switch (block.kind) {
    case "paragraph":
      return wrapped(block.runs, room);
    case "heading":
      return wrapped(block.runs.map(strong), room);
    case "code":
      return codeLines(block, room.columns);
    case "quote":
      return before(QUOTED, QUOTED, spacedLines(block.blocks, narrower(room, QUOTED)));
    case "list":
      return block.items.flatMap((item) => itemLines(item, room));
    case "table":
      return tableLines(block.rows, room);
    case "rule":
      return [plain("---")];
  }
}

function plain(text: string): Line {
  return { runs: [{ text }] };
}

function inCode(text: string): Line {
  return { runs: [{ text, isCode: true }] };
}

function before(first: string, next: string, lines: readonly Line[]): Line[] {
  return lines.map(({ runs }, index) => ({
    runs: [{ text: index === 0 ? first : next }, ...runs],
  }));
}

function itemLines({ sign, blocks }: WordItem, room: Room): readonly Line[] {
  const first = `${sign} `;
  const lines = blocks.flatMap((block) => linesOf(block, narrower(room, first)));
  return before(first, " ".repeat(first.length), lines.length === 0 ? [EMPTY] : lines);
}

function codeLines(
  { language, text }: Extract<WordBlock, { kind: "code" }>,
  columns: number,
): readonly Line[] {
  const name = language === undefined || language === "" ? [] : [plain(`${language}:`)];
  const code = text.split("\n").flatMap((line) => cutAt(line, columns - CODE.length));
  return [...name, ...before(CODE, CODE, code.map(inCode))];
}

/** Blanks count in code, so it is broken anywhere. */
function cutAt(line: string, columns: number): readonly string[] {
  return textWidth(line) <= columns ? [line] : wrapText(line, columns);
}

/** Breaks runs between words, as if they were one text. */
function wrapped(runs: readonly Run[], room: Room): readonly Line[] {
  const marked = markedRuns(runs, room).map((run) => ({
    ...run,
    text: run.text.replaceAll("\t", "    "),
  }));
  return piecesOf({ runs: marked }, wrapText(lineText({ runs: marked }), room.columns));
}

/** A line in the pieces that its text was broken into. */
export function piecesOf(line: Line, texts: readonly string[]): readonly Line[] {
  const whole = lineText(line);
  let at = 0;
  return texts.map((text) => {
    // A blank or line end at which it was broken is in no piece.
    const from = whole.indexOf(text, at);
    at = from + text.length;
    return { runs: cut(line.runs, from, at) };
  });
}

/** What of the runs stands between two places of their text. */
export function cut(runs: readonly Run[], from: number, to: number): readonly Run[] {
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

function tableLines(rows: Rows, room: Room): readonly Line[] {
  const cells = rows.map((row) => row.map((runs) => markedRuns(runs, room)));
  const texts = cells.map((row) => row.map((runs) => lineText({ runs })));
  const count = Math.max(...texts.map(({ length }) => length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...texts.map((row) => textWidth(row[column] ?? ""))),
  );
  const width = widths.reduce((sum, one) => sum + one, BETWEEN.length * (count - 1));
  if (width > room.tableColumns) return rowList(texts, room);
  const aligned = cells.map((row, index) => rowLine(row, { widths, isHead: index === 0 }));
  const rule = plain(widths.map((one) => "-".repeat(one)).join("-+-"));
  return [...aligned.slice(0, 1), rule, ...aligned.slice(1)];
}

interface Row {
  readonly widths: readonly number[];
  readonly isHead: boolean;
}

function rowLine(cells: readonly (readonly Run[])[], { widths, isHead }: Row): Line {
  const runs = widths.flatMap((width, column): readonly Run[] => {
    const cell = cells[column] ?? [];
    const blank = padded("", width - textWidth(lineText({ runs: cell })));
    const between = column < widths.length - 1 ? BETWEEN : "";
    return [...(isHead ? cell.map(strong) : cell), { text: blank + between }];
  });
  return { runs: cut(runs, 0, lineText({ runs }).trimEnd().length) };
}

function strong(run: Run): Run {
  return { ...run, isStrong: true };
}

function markedRuns(runs: readonly Run[], { isStyled }: Room): readonly Run[] {
  return isStyled ? runs : runs.map((run) => ({ ...run, text: markedText(run) }));
}

function markedText({ text, isCode }: Run): string {
  return isCode ? `\`${text}\`` : text;
}

/** Each row as an item, with the name of its column before each value. */
function rowList(
  [head = [], ...rows]: readonly (readonly string[])[],
  room: Room,
): readonly Line[] {
  const item = (texts: readonly string[]): WordItem => ({
    sign: "•",
    blocks: [{ kind: "paragraph", runs: [{ text: texts.join("\n") }] }],
  });
  const named = rows.map((row) =>
    row.map((text, column) => (head[column] ? `${head[column]}: ${text}` : text)),
  );
  return (rows.length === 0 ? [head] : named).flatMap((row) => itemLines(item(row), room));
}
