import type { ShownRequest } from "../../domain/requests/request.ts";
import { askersShort } from "../../render/askers.ts";
import { authorizationBlocks } from "../../render/blocks.ts";
import { whoDecides } from "../../render/for-others-words.ts";
import { terminalLines } from "../../render/terminal-blocks.ts";
import { oneLine, revealed } from "../../render/visible-text.ts";
import { notice } from "./agent-lines.ts";
import { questionLines } from "./ask-operator.ts";
import type { LineReader } from "./line-reader.ts";

/*
 * Waiting requests that this console's operator may not decide: summed up in one line, shown on
 * demand.
 */

/** The word that shows them. */
const LOOK = "others";

const NAMED = 3;
const SHOWN = 10;

export function isLook(typed: string): boolean {
  return typed.trim().toLowerCase() === LOOK;
}

/** How many there are and who decides them: `2 wait for others: deploy of ci (ben), …`. */
export function othersLine(others: readonly ShownRequest[]): string {
  const named = others.slice(0, NAMED).map(oneOf);
  const more = others.length - named.length;
  return [
    `${others.length === 1 ? "1 waits" : `${others.length} wait`} that you cannot decide: `,
    [...named, ...(more === 0 ? [] : [`${more} more`])].join("; "),
    `. Type ${LOOK} to look at ${others.length === 1 ? "it" : "them"}.`,
  ].join("");
}

function oneOf(request: ShownRequest): string {
  return `${whatOf(request)} (${whoDecides(request)})`;
}

function whatOf(request: ShownRequest): string {
  const of = askersShort(request);
  if (request.kind === "question") return `a question of ${of}`;
  return `${oneLine(revealed(request.authorization.action.tool), 40)} of ${of}`;
}

/** Each request in full, with why this operator may not decide it. */
export function printOthers(reader: LineReader, others: readonly ShownRequest[]): void {
  if (others.length === 0) notice(reader, "Nothing waits for others.");
  for (const request of others.slice(0, SHOWN)) {
    const lines =
      request.kind === "question"
        ? questionLines(request.question, reader.columns())
        : terminalLines(authorizationBlocks(request), { width: reader.columns() });
    for (const line of lines) reader.print(line);
    if (request.forOthers !== undefined) notice(reader, request.forOthers.why);
  }
  const more = others.length - SHOWN;
  if (more > 0) notice(reader, `${more} more: npx earshot list`);
}
