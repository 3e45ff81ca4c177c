import type { WordBlock } from "../../ports/channels/channel.ts";
import { wrapText } from "../../render/fit.ts";
import { readWords } from "../../render/read-words.ts";
import { withoutSigns } from "../../render/signs.ts";
import { visibleText } from "../../render/visible-text.ts";
import { type Line, lineText, type Paint, piecesOf, wordLines } from "../../render/word-lines.ts";
import type { LineReader } from "./line-reader.ts";

export const OPERATOR_PROMPT = "[OPERATOR]: ";
const AGENT_SIGN = "[AGENT]: ";

const INDENT = "  ";
/** Narrower terminals, and those that do not report their width, wrap lines themselves. */
const NARROWEST = 24;
/** Signs that begin one of our own lines, with any blanks before them. */
const AT_START = /^\s*(?:\[(?=AGENT|OPERATOR)|[┌│┊└↪!](?=\s)|AUTHORIZATION(?=\s))/i;

/** The screen that words are laid out for. */
export interface Screen {
  /** Its width; if absent, lines are not broken. */
  readonly columns?: number | undefined;
  /** How it shows the styles of words, if it shows any. */
  readonly paint?: Paint | undefined;
}

/**
 * What the agent says, laid out for a screen. The first line follows `[AGENT]: `. No line can pass
 * for one of ours, and control sequences are shown instead of obeyed.
 */
export function agentLines(message: string, screen: Screen = {}): string {
  const [first = unstyled(""), ...rest] = saidLines(message, screen);
  return [beginning(AGENT_SIGN, checked(first, withoutSigns)), ...rest.map(inert)]
    .flatMap((line) => wrapped(line, screen.columns))
    .map((line) => lineText(line, screen.paint))
    .join("\n");
}

/** More of what the agent says, indented below it. */
export function backgroundLines(text: string, screen: Screen = {}): string {
  return below(saidLines(text, within(screen)), screen);
}

/** Blocks of words that the agent said, indented below it. */
export function blockLines(blocks: readonly WordBlock[], screen: Screen): string {
  return below(wordLines(blocks, layoutOf(within(screen))), screen);
}

function below(lines: readonly Line[], { columns, paint }: Screen): string {
  const shown = lines.flatMap((line) => inside(inert(checked(line, withoutSigns)), columns));
  return indented(shown.map((line) => lineText(line, paint)));
}

function within({ columns, paint }: Screen): Screen {
  return { columns: columns === undefined ? columns : columns - INDENT.length, paint };
}

function layoutOf({ columns, paint }: Screen) {
  return { columns, isStyled: paint !== undefined };
}

/** Words with markup are laid out: tables in columns, items with their signs. */
function saidLines(text: string, screen: Screen): readonly Line[] {
  const words = readWords(text);
  if (words === undefined) return visibleText(text).split("\n").map(unstyled);
  const lines = wordLines(words, layoutOf(screen));
  const [first] = words;
  // What has columns of its own begins on a line of its own.
  return first?.kind === "paragraph" || first?.kind === "heading"
    ? lines
    : [unstyled(""), ...lines];
}

function unstyled(text: string): Line {
  return { runs: [{ text }] };
}

function beginning(sign: string, { runs }: Line): Line {
  return { runs: [{ text: sign }, ...runs] };
}

/** What has to be written otherwise has no style. */
function checked(line: Line, check: (text: string) => string): Line {
  const text = lineText(line);
  const seen = check(text);
  return seen === text ? line : unstyled(seen);
}

function inert(line: Line): Line {
  return checked(line, inertLine);
}

/** What Earshot says on the terminal; it may quote an agent. */
export function noticeLine(text: string, columns?: number): string {
  const lines = withoutSigns(visibleText(text)).split("\n");
  return indented(
    lines.flatMap((line) => inside(unstyled(line), columns)).map((line) => lineText(line)),
  );
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `${INDENT}${line}`).join("\n");
}

function inside(line: Line, columns: number | undefined): readonly Line[] {
  return wrapped(line, columns === undefined ? columns : columns - INDENT.length);
}

/** Prints it above whatever is being typed. */
export function notice(
  { print, columns }: Pick<LineReader, "print" | "columns">,
  text: string,
): void {
  print(noticeLine(text, columns()));
}

/** Marks a line that pretends to be ours with a bar. */
function inertLine(line: string): string {
  const sign = AT_START.exec(line)?.[0];
  return sign === undefined
    ? withoutSigns(line)
    : `| ${sign}${withoutSigns(line.slice(sign.length))}`;
}

/**
 * Breaks between words. Lines with tabs are left alone, since only the terminal knows where a tab
 * leads.
 */
function wrapped(line: Line, columns: number | undefined): readonly Line[] {
  const text = lineText(line);
  if (columns === undefined || columns < NARROWEST || text.includes("\t")) return [line];
  const lines = wrapText(text, columns);
  // A word that is too long for any line is left for the terminal to break.
  if (lines[0] === AGENT_SIGN.trim()) return [line];
  // A line break must not bring one of our signs to the beginning of a line.
  return piecesOf(line, lines).map((one, index) =>
    index > 0 && AT_START.test(lineText(one)) ? inert(one) : one,
  );
}
