import type { TaskSpecification } from "../domain/liaison/task-specification.ts";
import type { Intent, IntentInput } from "../ports/model/understanding.ts";
import { isAllLeftToUs } from "./answers/delegated-answers.ts";
import { readAnswers } from "./answers/read-answers.ts";
import { findCase } from "./cases/find-case.ts";
import { isCorrection } from "./corrections/is-correction.ts";
import {
  isChange,
  isConfirmation,
  isJudgement,
  isNewTask,
  isThanks,
  isWithdrawal,
} from "./intent-cues.ts";
import { isRequest, isSmallTalk, kindOf } from "./specification/statement-kind.ts";
import { readMessage } from "./text/read-message.ts";
import { splitSentences } from "./text/sentences.ts";
import { contentOf, shareIn } from "./text/words.ts";

/** A request that shares fewer words with the task is about something else. */
const RELATED = 0.2;
/** "It", "the report" and comparatives refer to the current task. */
const SPEAKS_OF_IT =
  /\b(?:it|its|this|that|them|these|those|instead|the (?:dashboard|report|result|task|text|page|list|table|chart|plan|document|draft|version|output|trip|email|site|app|code)|more|less|bigger|smaller|shorter|longer|also show|also include|add|remove|drop)\b/i;

/** What the person wants with words that no question waits for. */
export function readIntent({ text: message, task, hasResult }: IntentInput): Intent {
  const { will } = readMessage(message);
  const text = will === "" ? message : will;
  if (isWithdrawal(text)) return "withdraw";
  if (task === undefined) return withoutTask(text);
  return hasResult ? afterResult({ text, message }, task) : beforeResult(text, task);
}

function withoutTask(text: string): Intent {
  // The proposal is left to us, so the work may begin.
  if (isConfirmation(text) || isAllLeftToUs(text)) return "confirm";
  return isTalk(text) ? "other" : "new_task";
}

function beforeResult(text: string, task: TaskSpecification): Intent {
  if (isConfirmation(text)) return "confirm";
  if (isTalk(text) || isOnlyAsked(text)) return "other";
  if (isNewTask(text) && isUnrelated(text, task)) return "new_task";
  return isCorrecting(text) ? "correct" : "other";
}

/** About a result, a bare "yes" is consent; "perfect" and "looks good" are opinions. */
function afterResult(
  { text, message }: { readonly text: string; readonly message: string },
  task: TaskSpecification,
): Intent {
  if (isNewTask(text) && isUnrelated(text, task)) return "new_task";
  if (isConfirmation(text) && !isJudgement(message)) return "confirm";
  if (isThanks(text) && isTalk(text)) return "other";
  if (isJudgement(message)) return "feedback";
  if (isAnother(text, task)) return "new_task";
  if (isCorrecting(text)) return "correct";
  return "other";
}

function isTalk(text: string): boolean {
  const short = text.trim();
  return short === "" || isSmallTalk(short);
}

/** "How long will it take?" is to be answered, and changes nothing. */
function isOnlyAsked(text: string): boolean {
  const said = splitSentences(text).filter((sentence) => !isTalk(sentence.text));
  return said.length > 0 && said.every((one) => kindOf(one.text, one.isAsked) === "question");
}

function isCorrecting(text: string): boolean {
  if (isChange(text) || isCorrection(text)) return true;
  const { rest } = readAnswers(text, []);
  return rest.some((clause) => {
    const kind = kindOf(clause, clause.endsWith("?"));
    return kind !== "small_talk" && kind !== "question";
  });
}

function isAnother(text: string, task: TaskSpecification): boolean {
  return isRequest(text) && findCase(text, "") !== undefined && isUnrelated(text, task);
}

function isUnrelated(text: string, task: TaskSpecification): boolean {
  if (SPEAKS_OF_IT.test(text)) return false;
  const words = contentOf(text.slice(0, 1_000));
  const own = contentOf(
    [task.title, task.description, ...task.requirements.map((one) => one.description)]
      .join(" ")
      .slice(0, 4_000),
  );
  return shareIn(words, own) <= RELATED;
}
