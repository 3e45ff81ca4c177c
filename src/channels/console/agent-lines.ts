import { wrapText } from "../../render/fit.ts";
import { withoutSigns } from "../../render/signs.ts";
import { visibleText } from "../../render/visible-text.ts";
import type { LineReader } from "./line-reader.ts";

export const OPERATOR_PROMPT = "[OPERATOR]: ";
const AGENT_SIGN = "[AGENT]: ";

const INDENT = "  ";
/** A terminal that is narrower, or does not tell how wide it is, breaks lines itself. */
const NARROWEST = 24;
/** The signs that begin a line of ours, with the blanks that could stand before one. */
const AT_START = /^\s*(?:\[(?=AGENT|OPERATOR)|[┌│┊└↪!](?=\s)|AUTHORIZATION(?=\s))/i;

/**
 * What the agent says, as it stands on a terminal of this width. Its first line follows `[AGENT]: `;
 * nothing in it can pass for a line of ours, and control sequences are shown, not obeyed.
 */
export function agentLines(message: string, columns?: number): string {
  const [first = "", ...rest] = visibleText(message).split("\n");
  return [AGENT_SIGN + withoutSigns(first), ...rest.map(inertLine)]
    .flatMap((line) => wrapped(line, columns))
    .join("\n");
}

/** More of what the agent says, set in under it. */
export function backgroundLines(text: string, columns?: number): string {
  return indented(
    visibleText(text)
      .split("\n")
      .flatMap((line) => inside(inertLine(withoutSigns(line)), columns)),
  );
}

/** What Earshot says on the terminal, where it may quote an agent. */
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

/** Says it above whatever is being typed. */
export function notice(
  { print, columns }: Pick<LineReader, "print" | "columns">,
  text: string,
): void {
  print(noticeLine(text, columns()));
}

/** A line that pretends to be ours is marked with a bar. */
function inertLine(line: string): string {
  const sign = AT_START.exec(line)?.[0];
  return sign === undefined
    ? withoutSigns(line)
    : `| ${sign}${withoutSigns(line.slice(sign.length))}`;
}

/** Broken between words; a line with tabs is left to the terminal, which alone knows where they lead. */
function wrapped(line: string, columns: number | undefined): string[] {
  if (columns === undefined || columns < NARROWEST || line.includes("\t")) return [line];
  const lines = wrapText(line, columns);
  // No sign stands alone: a word that is too long for any line is the terminal's to break.
  if (lines[0] === AGENT_SIGN.trim()) return [line];
  // Where a line is broken must not bring one of our signs to its beginning.
  return lines.map((one, index) => (index > 0 && AT_START.test(one) ? inertLine(one) : one));
}
