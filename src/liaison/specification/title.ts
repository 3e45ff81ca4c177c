import { MAX_TITLE_LENGTH } from "../../domain/liaison/task-specification.ts";
import { type Act, leadOf } from "../phrases/acts.ts";
import { tokensOf } from "../phrases/pieces.ts";
import { spokenIn } from "../phrases/spoken.ts";
import { capitalised } from "../text/words.ts";
import type { Statement } from "./statement.ts";

const MAKING =
  /^(?:just |help (?:me |us )?(?:to )?)?(?:make|create|build|write|draft|design|develop|prepare|produce|generate|give|show|provide|find|plan|get|recommend|suggest|set up|put together|come up with|do|have|discover|detail)(?: (?:me|us|up|out))? (?=(?:an?|the|some|my|our|several|\d+)\b)/i;
const ARTICLE = /^(?:an?|the|some|my|our) /i;
const WANTING: ReadonlySet<Act> = new Set<Act>(["want", "frame", "please", "greet", "mood"]);
/** Verbs that only say that something is to be made, and articles, in the other languages. */
const MAKING_ABROAD =
  /^(?:schreibe?|erstelle?|mache?|plane?|entwirf|baue?|escribe|haz|crea|prepara|redacta|organiza|planifica|[ée]cri[st]|écrivez|fai[st]|faites|crée[rz]?|prépare[rz]?|rédige[rz]?|scrivi|crea|prepara|fammi|organizza|escreve|escreva|faz|faça|cria|crie|prepara|prepare|organiza[r]?|schrijf|maak|napisz|zrób|przygotuj|stwórz) (?=\p{L})/iu;
const ARTICLE_ABROAD =
  /^(?:eine[nmrs]?|ein|der|die|das|den|un[ao]?|uno|el|la|los|las|une?|le|les|des|il|lo|gli|o|os|as|uma?|een|de|het) (?=\p{L})/iu;
const JAPANESE_END =
  /(?:を|が)?(?:書|作|立て|探|教え|考え|用意|準備|予約|お願い|ほし|欲し|必要|計画して)[\p{sc=Hiragana}\p{sc=Han}]{0,12}$/u;
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
  const named = namedGoal(goal, statements);
  const bare = bareWish(named);
  const slots = statements.flatMap((statement) => statement.slots);
  const isDense = /\p{sc=Han}/u.test(bare);
  const short = isDense || bare.length > EASY_LENGTH ? beforeDetail(bare) : bare;
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

/** The thing that is wanted, in any of the languages. */
function bareWish(text: string): string {
  const english = text.replace(MAKING, "").replace(ARTICLE, "");
  const language = spokenIn(text);
  if (language === undefined || language === "en") return english;
  const tokens = tokensOf(text);
  const { count } = leadOf(tokens, language, (act) => WANTING.has(act));
  const wish = text.slice(tokens[count]?.start ?? 0).replace(MAKING_ABROAD, "");
  const thing = wish.replace(ARTICLE_ABROAD, "").replace(JAPANESE_END, "");
  return thing === "" ? text : thing;
}

/** "Fix it" takes its name from earlier words. */
function namedGoal(goal: Statement, statements: readonly Statement[]): string {
  const verb = /^(\p{L}+) (?:it|this|that|them|these)\b/iu.exec(goal.text)?.[1];
  const problem = statements.find(
    (one) => one !== goal && (one.kind === "context" || one.kind === "requirement"),
  );
  if (verb === undefined || problem === undefined) return goal.text;
  return `${verb}: ${problem.text.slice(0, 1).toLowerCase()}${problem.text.slice(1)}`;
}

function beforeDetail(text: string): string {
  const at = text.search(
    /[,;(，、。；]|[:：]\s?|\.\s|\s(?:that|which|so that|showing|including|with|because|damit|weil|porque|parce que|perché|omdat|ponieważ)\s/,
  );
  return at > (/[\p{sc=Han}\p{sc=Hiragana}]/u.test(text) ? 3 : 10) ? text.slice(0, at) : text;
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
