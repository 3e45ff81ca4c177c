import { plainWords } from "../plain-words.ts";
import { type Answer, answerText } from "./question.ts";

/** An answer for people: picked options without the signs of their Markdown, all else as it is. */
export function shownAnswer(answer: Answer): string {
  if ("choice" in answer) return answerText({ ...answer, choice: plainWords(answer.choice) });
  if ("choices" in answer) {
    return answerText({ ...answer, choices: answer.choices.map(plainWords) });
  }
  return answerText(answer);
}
