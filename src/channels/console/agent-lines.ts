import { wrapText } from "../../render/fit.ts";
import { readWords } from "../../render/read-words.ts";
import { withoutSigns } from "../../render/signs.ts";
import { visibleText } from "../../render/visible-text.ts";
import { plainLines } from "../../render/word-lines.ts";
import type { LineReader } from "./line-reader.ts";

export const OPERATOR_PROMPT = "[OPERATOR]: ";
const AGENT_SIGN = "[AGENT]: ";

const INDENT = "  ";
/** Narrower terminals, and those that do not report their width, wrap lines themselves. */
const NARROWEST = 24;
/** Signs that begin one of our own lines, with any blanks before them. */
const AT_START = /^\s*(?:\[(?=AGENT|OPERATOR)|[┌│┊└↪!](?=\s)|AUTHORIZATION(?=\s))/i;

/**
 * What the agent says, laid out for a terminal of this width. The first line follows `[AGENT]: `.
 * No line can pass for one of ours, and control sequences are shown instead of obeyed.
 */
export function agentLines(message: string, columns?: number): string {
  const [first = "", ...rest] = saidLines(message, columns);
  return [AGENT_SIGN + withoutSigns(first), ...rest.map(inertLine)]
    .flatMap((line) => wrapped(line, columns))
    .join("\n");
}

/** More of what the agent says, indented below it. */
export function backgroundLines(text: string, columns?: number): string {
  const room = columns === undefined ? columns : columns - INDENT.length;
  return indented(
    saidLines(text, room).flatMap((line) => inside(inertLine(withoutSigns(line)), columns)),
  );
}

/** Words with markup are laid out: tables in columns, items with their signs. */
function saidLines(text: string, columns: number | undefined): readonly string[] {
  const words = readWords(text);
  if (words === undefined) return visibleText(text).split("\n");
  const lines = plainLines(words, { columns });
  const [first] = words;
  // What has columns of its own begins on a line of its own.
  return first?.kind === "paragraph" || first?.kind === "heading" ? lines : ["", ...lines];
}

/** What Earshot says on the terminal; it may quote an agent. */
export function noticeLine(text: string, columns?: number): string {
  const lines = withoutSigns(visibleText(text)).split("\n");
  return indented(lines.flatMap((line) => inside(line, columns)));
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `${INDENT}${line}`).join("\n");
}

function inside(line: string, columns: number | undefined): string[] {
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
function wrapped(line: string, columns: number | undefined): string[] {
  if (columns === undefined || columns < NARROWEST || line.includes("\t")) return [line];
  const lines = wrapText(line, columns);
  // A word that is too long for any line is left for the terminal to break.
  if (lines[0] === AGENT_SIGN.trim()) return [line];
  // A line break must not bring one of our signs to the beginning of a line.
  return lines.map((one, index) => (index > 0 && AT_START.test(one) ? inertLine(one) : one));
}
