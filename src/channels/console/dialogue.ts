import { withoutSigns } from "../../render/signs.ts";
import { visibleText } from "../../render/visible-text.ts";

export const OPERATOR_PROMPT = "[OPERATOR]: ";

/** The signs that begin a line of ours, with the blanks that could stand before one. */
const AT_START = /^\s*\[(?=AGENT|OPERATOR)/i;

/**
 * What the agent says, as it stands on the terminal. Its first line follows `[AGENT]: `; nothing in
 * it can pass for a line of ours, and control sequences are shown, not obeyed.
 */
export function agentLines(message: string): string {
  const [first = "", ...rest] = visibleText(message).split("\n");
  return [`[AGENT]: ${withoutSigns(first)}`, ...rest.map(inertLine)].join("\n");
}

/** What Earshot says on the terminal, where it may quote an agent. */
export function noticeLine(text: string): string {
  return `  ${withoutSigns(visibleText(text))}`;
}

/** A line that pretends to be ours is marked with a bar. */
function inertLine(line: string): string {
  const sign = AT_START.exec(line)?.[0];
  return sign === undefined
    ? withoutSigns(line)
    : `| ${sign}${withoutSigns(line.slice(sign.length))}`;
}
