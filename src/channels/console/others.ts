import type { ShownRequest } from "../../domain/requests/request.ts";
import { askersShort } from "../../render/askers.ts";
import { authorizationBlocks } from "../../render/blocks.ts";
import { whoDecides, whyWords } from "../../render/refused-words.ts";
import { terminalLines } from "../../render/terminal-blocks.ts";
import { oneLine, revealed } from "../../render/visible-text.ts";
import { notice } from "./agent-lines.ts";
import { questionLines } from "./ask-operator.ts";
import type { LineReader } from "./line-reader.ts";
import type { Voice } from "./voice.ts";

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
export function othersLine(others: readonly ShownRequest[], voice: Voice): string {
  const { own } = voice;
  const named = others.slice(0, NAMED).map((one) => oneOf(one, voice));
  const more = others.length - named.length;
  const left = more === 0 ? [] : [own.say("others.more", { count: more })];
  return own.say("others.line", {
    count: others.length,
    named: [...named, ...left].join("; "),
  });
}

function oneOf(request: ShownRequest, voice: Voice): string {
  return `${whatOf(request, voice)} (${whoDecides(request, voice.words)})`;
}

function whatOf(request: ShownRequest, { own, words }: Voice): string {
  const who = askersShort(request, words);
  if (request.kind === "question") return own.say("others.question", { who });
  const tool = oneLine(revealed(request.authorization.action.tool), 40);
  return own.say("others.tool", { tool, who });
}

/** Each request in full, with why this operator may not decide it. */
export function printOthers(
  reader: LineReader,
  others: readonly ShownRequest[],
  voice: Voice,
): void {
  if (others.length === 0) notice(reader, voice.own.say("others.none"));
  for (const request of others.slice(0, SHOWN)) {
    const lines =
      request.kind === "question"
        ? questionLines(request.question, voice, reader.columns())
        : terminalLines(authorizationBlocks(request, voice), voice.words, {
            width: reader.columns(),
            paint: voice.paint,
          });
    for (const line of lines) reader.print(line);
    if (request.forOthers !== undefined) notice(reader, whyWords(request.forOthers, voice.words));
  }
  const more = others.length - SHOWN;
  if (more > 0) notice(reader, voice.own.say("others.list", { count: more }));
}
