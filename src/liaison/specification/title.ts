import { MAX_TITLE_LENGTH } from "../../domain/liaison/task-specification.ts";
import { capitalised } from "../text/words.ts";
import type { Statement } from "./statement.ts";

const MAKING =
  /^(?:just |help (?:me |us )?(?:to )?)?(?:make|create|build|write|draft|design|develop|prepare|produce|generate|give|show|provide|find|plan|get|recommend|suggest|set up|put together|come up with|do|have|discover|detail)(?: (?:me|us|up|out))? (?=(?:an?|the|some|my|our|several|\d+)\b)/i;
const ARTICLE = /^(?:an?|the|some|my|our) /i;
const ENDS_BADLY =
  /[\s,;:–-]+(?:and|or|with|for|of|to|in|by|the|an?|that|which|from|on|at|as|so|my|our|is|are)?$/i;
const UNTITLED = "Task";
/**
 * A longer title would read as a sentence; text after a comma or in a relative clause is left out.
 */
const EASY_LENGTH = 60;

/** The goal as a noun phrase if it has one, with its period: "Sales dashboard for last quarter". */
export function titleOf(goal: Statement | undefined, statements: readonly Statement[]): string {
  if (goal === undefined) return UNTITLED;
  const bare = namedGoal(goal, statements).replace(MAKING, "").replace(ARTICLE, "");
  const slots = statements.flatMap((statement) => statement.slots);
  const short = bare.length > EASY_LENGTH ? beforeDetail(bare) : bare;
  const period = slots
    .find(({ kind }) => kind === "period")
    ?.value.replace(/^(?:for|in|of) /i, "")
    .replace(/['’]s\b.*$/, "");
  const isTold =
    period === undefined ||
    short.toLowerCase().includes(period.toLowerCase().replace(/^the /, "")) ||
    period.length > 40;
  return capitalised(cut(isTold ? short : `${short} for ${uncapitalised(period)}`));
}

/** "Fix it" takes its name from earlier words. */
function namedGoal(goal: Statement, statements: readonly Statement[]): string {
  const verb = /^(\p{L}+) (?:it|this|that|them|these)\b/iu.exec(goal.text)?.[1];
  const problem = statements.find(({ kind }) => kind === "context" || kind === "requirement");
  if (verb === undefined || problem === undefined || problem === goal) return goal.text;
  return `${verb}: ${problem.text.slice(0, 1).toLowerCase()}${problem.text.slice(1)}`;
}

function beforeDetail(text: string): string {
  const at = text.search(/[,;(]|:\s|\s(?:that|which|so that|showing|including|with|because)\s/);
  return at > 10 ? text.slice(0, at) : text;
}

function uncapitalised(text: string): string {
  return /^(?:Last|This|Next|The|Past|Current|Previous|Coming|All)\b/.test(text)
    ? text.slice(0, 1).toLowerCase() + text.slice(1)
    : text;
}

function cut(text: string): string {
  if (text.length <= MAX_TITLE_LENGTH) return text.replace(ENDS_BADLY, "");
  const words = text.slice(0, MAX_TITLE_LENGTH - 1);
  const at = words.lastIndexOf(" ");
  return `${words.slice(0, at > 40 ? at : words.length).replace(ENDS_BADLY, "")}…`;
}
